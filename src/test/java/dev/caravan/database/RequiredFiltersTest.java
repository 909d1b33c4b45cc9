package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** db_update and db_delete tell clients that filters is required and not empty (document 4), and refuse a call without it. */
@Tag("nightly")
class RequiredFiltersTest extends GatewayTest {

    @Test
    void definitionsRequireFilters() {
        int seen = 0;
        for (JsonNode tool : client.legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")) {
            if (tool.get("name").asText().matches("db_(update|delete)_.*")) {
                seen++;
                JsonNode schema = tool.get("inputSchema");
                assertThat(schema.get("required")).as(tool.get("name").asText()).extracting(JsonNode::asText).contains("filters");
                assertThat(schema.at("/properties/filters/type").asText()).isEqualTo("object");
                assertThat(schema.at("/properties/filters/minProperties").asInt()).isEqualTo(1);
            }
        }
        assertThat(seen).isPositive();
    }

    @Test
    void missingNullAndEmptyFiltersAreRefused() {
        for (String filters : new String[] {"", ",\"filters\":null", ",\"filters\":{}"}) {
            refused("permission_error", "db_update_postgresql", "{\"table\":\"any\",\"data\":{\"n\":2}" + filters + "}");
            refused("permission_error", "db_delete_postgresql", "{\"table\":\"any\"" + filters + "}");
        }
        refused("query_error", "db_delete_postgresql", "{\"table\":\"any\",\"filters\":\"all\"}");
    }

    private void refused(String type, String tool, String arguments) {
        JsonNode error = client.call(tool, object(arguments)).result().at("/structuredContent/error");
        assertThat(error.get("type").asText()).as(arguments + " " + error).isEqualTo(type);
        assertThat(error.get("message").asText()).contains("filters");
    }
}
