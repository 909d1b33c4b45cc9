package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditedTools;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.embedded.ServerKind;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator changes in the routes alone what tools of users answer, such as how many keys a schema names. */
@Tag("full")
class EditedContextsTest {

    private static final String NOTES = "{\"a\":{\"text\":\"Black tea wants boiling water.\"},\"b\":{\"text\":\"Green tea wants warm "
            + "water.\"},\"c\":{\"text\":\"Coffee wants fresh beans.\"}}";

    @Test
    void editedRoutesSetTheLimits() throws Exception {
        try (EditedTools tools = EditedTools.start(new ServerKind[] {ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL})) {
            RestClient rest = new RestClient(tools.gateway().port(), "user-" + UUID.randomUUID());
            long table = rest.post("/api/v1/tables", "{\"name\":\"Notes\",\"data\":" + NOTES + "}").data().get("id").longValue();
            long schema = tool(rest, "/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"get_data_schema\",\"name\":\"schema\"}");
            String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + schema + "}]}").data().get("api_key")
                    .textValue();
            McpClient client = McpClient.ofInstance(tools.gateway().port(), key);

            assertThat(data(client, "schema", "{}").at("/meta/object_keys_preview")).hasSize(3);
            tools.edit("contexts/get_data_schema.camel.yaml", "constant: \"20\"", "constant: \"2\"");
            await().atMost(Duration.ofSeconds(60)).until(() -> data(client, "schema", "{}").at("/meta/object_keys_preview").size() == 2);
        }
    }

    private static long tool(RestClient rest, String path, String body) {
        return rest.post(path, body).data().get("id").longValue();
    }

    private static JsonNode data(McpClient client, String tool, String arguments) {
        JsonNode envelope = client.envelope(tool, McpClient.object(arguments));
        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }
}
