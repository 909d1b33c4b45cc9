package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import org.junit.jupiter.api.Test;

/** Null for an optional member of a request, or for an optional argument of a bound tool, is as good as leaving it out. */
class NullMembersTest extends CatalogueTest {

    @Test
    void nullInARequestCountsAsAbsent() {
        long table = rest.post("/api/v1/tables", "{\"name\":\"n\",\"description\":null,\"data\":{\"a\":1}}").data().get("id").longValue();
        long tool = tool(table, "get_all_data", "all",
                "\"json_path\":null,\"alias\":null,\"description\":null,\"input_schema\":null,\"output_schema\":null,\"metadata\":null");
        JsonNode before = rest.get("/api/v1/tools/" + tool).data();
        assertThat(
                rest.put("/api/v1/tools/" + tool, "{\"table_id\":null,\"json_path\":null,\"type\":null,\"name\":null}").data().get("name"))
                .isEqualTo(before.get("name"));
        assertThat(rest.put("/api/v1/tables/" + table, "{\"name\":null,\"description\":null}").data().get("name").textValue())
                .isEqualTo("n");
        JsonNode made = rest.post("/api/v1/mcp/with_bindings",
                "{\"name\":null,\"hashed\":null,\"bindings\":[{\"tool_id\":" + tool + ",\"status\":null}]}").data();
        String key = made.get("api_key").textValue();
        assertThat(names(new Made(made.get("id").longValue(), key))).containsExactly("all");

        rest.put("/api/v1/mcp/" + key, "{\"status\":false}").data();
        assertThat(rest.put("/api/v1/mcp/" + key, "{\"name\":\"other\",\"status\":null}").data().get("status").booleanValue())
                .as("what was disabled stays so").isFalse();
    }

    @Test
    void nullInACallCountsAsAbsent() {
        long table = table(ORDERS);
        for (JsonNode type : RestClient.DOCUMENT.at("/components/schemas/ToolType/enum")) {
            Made instance = instance(tool(table, type.asText(), "t", ""));
            JsonNode schema = tools(instance).get(0).get("inputSchema");
            ObjectNode nulls = McpClient.object("{}");
            schema.get("properties").fieldNames().forEachRemaining(nulls::putNull);
            JsonNode absentError = mcp(instance).call("t", McpClient.object("{}")).result().at("/structuredContent/error");
            JsonNode nullError = mcp(instance).call("t", nulls).result().at("/structuredContent/error");
            assertThat(nullError.path("code")).as(type + " " + nullError).isEqualTo(absentError.path("code"));
            schema.get("properties").fieldNames().forEachRemaining(name -> {
                if (!schema.path("required").toString().contains("\"" + name + "\"")) {
                    assertThat(nullError.path("message").asText()).doesNotContain(name + " ");
                }
            });
        }
    }
}
