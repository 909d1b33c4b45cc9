package dev.caravan.call.resource;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The repository's own templates read stored documents and the schemas of tools. */
class RepositoryTemplatesTest extends ResourceRouteTest {

    @Test
    void documentResourceEqualsTheToolResult() throws IOException {
        String id = client.envelope("mongo_save_document", object("{\"topic\":\"北京\",\"content\":\"capital\",\"tags\":[\"a\"]}"))
                .at("/data/id").asText();

        JsonNode content = read(McpClient.MODERN, "document:///" + id).result().at("/contents/0");

        assertThat(content.get("mimeType").asText()).isEqualTo("application/json");
        assertThat(McpClient.JSON.readTree(content.get("text").asText()))
                .isEqualTo(client.envelope("mongo_find_by_id", object("{}").put("id", id)).get("data"));
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26,-32002", "2025-11-25,-32002", McpClient.MODERN + ",-32602"})
    void missingDocumentOrToolIsNotFound(String revision, int code) {
        for (String uri : new String[] {"document:///no-such-id", "document:///%7B%22$ne%22:1%7D", "tool:///no_such_tool"}) {
            JsonNode error = read(revision, uri).error();
            assertThat(error.get("code").asInt()).as(uri).isEqualTo(code);
            assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
        }
    }

    @Test
    void schemaResourceEqualsTheList() throws IOException {
        JsonNode listed = null;
        for (JsonNode tool : ask("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")) {
            listed = tool.get("name").asText().equals("neo4j_find_path") ? tool : listed;
        }

        assertThat(McpClient.JSON.readTree(read("2025-11-25", "tool:///neo4j_find_path").result().at("/contents/0/text").asText()))
                .isEqualTo(listed);
    }
}
