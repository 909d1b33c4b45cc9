package dev.caravan.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the routes alone in which order documents are listed, and how many of them a search reads. */
@Tag("full")
class EditedDocumentsTest {

    @Test
    void editedRoutesSetTheOrder() throws Exception {
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO})) {
            String topic = UUID.randomUUID().toString();
            String first = save(tools, topic);
            String second = save(tools, topic);
            String byTopic = "{\"topic\":\"" + topic + "\",\"limit\":20}";
            assertThat(tools.data("mongo_find_by_topic", byTopic).get("items").findValuesAsText("id")).containsExactly(second, first);
            assertThat(first(tools.data("mongo_find_all", "{}"))).isEqualTo(second);

            tools.edit("tools/documents/mongo_find_by_topic.camel.yaml", "\"updatedAt\": -1", "\"updatedAt\": 1");
            tools.until("mongo_find_by_topic", byTopic, data -> first(data).equals(first));

            tools.edit("tools/documents/mongo_find_all.camel.yaml", "\"updatedAt\": -1", "\"updatedAt\": 1");
            tools.until("mongo_find_all", "{}", data -> !first(data).equals(second));

            String words = "{\"query\":\"" + topic + "\"}";
            assertThat(tools.data("mongo_search", words).get("items").findValuesAsText("id")).containsExactly(second, first);
            tools.edit("tools/documents/mongo_search.camel.yaml", "\"10000\"", "\"1\"");
            tools.until("mongo_search", words, data -> data.get("items").findValuesAsText("id").equals(List.of(second)));
            assertThat(tools.client().envelope("mongo_search", McpClient.object(words)).at("/meta/warnings/0").asText())
                    .contains("Only the 1 documents", "text index");
        }
    }

    private static String save(EditedTools tools, String topic) {
        return tools.data("mongo_save_document", "{\"topic\":\"" + topic + "\",\"content\":\"content\"}").get("id").asText();
    }

    private static String first(JsonNode data) {
        return data.at("/items/0/id").asText();
    }
}
