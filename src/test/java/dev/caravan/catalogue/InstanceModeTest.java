package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.store.Store;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The owner of an MCP instance chooses whether its clients see its tools, or find them. */
@Tag("full")
class InstanceModeTest extends CatalogueTest {

    @Autowired
    private Store store;

    private Made discovering(long table) {
        long query = tool(table, "query_data", "orders_query", "\"description\":\"Ask for orders\"");
        long all = tool(table, "get_all_data", "everything", "\"description\":\"Read the whole context\"");
        String bindings = bindings(query, all);
        JsonNode made = rest.post("/api/v1/mcp/with_bindings", "{\"mode\":\"discover\"," + bindings.substring(1)).data();
        return new Made(made.get("id").longValue(), made.get("api_key").textValue());
    }

    @Test
    void searchFindsOnlyToolsOfTheInstance() {
        Made instance = discovering(table(ORDERS));

        assertThat(names(instance)).containsExactly("call_tool", "find_tools");
        JsonNode found = data(instance, "find_tools", "{\"query\":\"ask for orders\"}");
        assertThat(found.get("searched").asInt()).isEqualTo(2);
        assertThat(found.at("/tools/0/name").asText()).isEqualTo("orders_query");
        assertThat(
                data(instance, "call_tool", "{\"name\":\"orders_query\",\"arguments\":{\"query\":\"length(orders)\"}}").get("data").asInt())
                .isEqualTo(2);
        assertThat(mcp(instance).call("call_tool", McpClient.object("{\"name\":\"mongo_find_all\"}")).error().get("code").asInt())
                .isEqualTo(-32602);
    }

    @Test
    void ownerChangesTheMode() {
        Made instance = discovering(table(ORDERS));
        assertThat(rest.get("/api/v1/mcp/" + instance.key()).data().get("mode").asText()).isEqualTo("discover");

        assertThat(rest.put("/api/v1/mcp/" + instance.key(), "{\"name\":\"other\"}").data().get("mode").asText()).as("not in the body")
                .isEqualTo("discover");
        assertThat(rest.put("/api/v1/mcp/" + instance.key(), "{\"mode\":null}").data().get("mode").isNull()).isTrue();
        Awaitility.await().until(() -> names(instance).contains("everything"));
        assertThat(rest.put("/api/v1/mcp/" + instance.key(), "{\"mode\":\"some\"}").error()).isEqualTo("422/1006");
    }

    @Test
    void modeInTheAddressOverridesTheInstance() {
        Made instance = discovering(table(ORDERS));

        assertThat(names(new Made(instance.id(), instance.key() + "?mode=all"))).containsExactly("everything", "orders_query");
    }

    @Test
    void noToolOfAUserHasTheNameOfTheGatewaysToolsThatLeadToOthers() {
        long table = table(ORDERS);
        long tool = tool(table, "get_all_data", "mine", "");
        for (String name : new String[] {"call_tool", "find_tools"}) {
            RestClient.Answer made = rest.post("/api/v1/tools",
                    "{\"table_id\":" + table + ",\"type\":\"preview\",\"name\":\"" + name + "\"}");
            assertThat(made.error()).isEqualTo("422/1006");
            assertThat(made.message()).contains(name);
            assertThat(rest.put("/api/v1/tools/" + tool, "{\"name\":\"" + name + "\"}").error()).isEqualTo("422/1006");
        }
    }

    @Test
    void theGatewaysToolIsCalledWhereAnOlderGatewayHasLetAUserTakeItsName() {
        long table = table(ORDERS);
        long query = tool(table, "query_data", "orders_query", "\"description\":\"Ask for orders\"");
        long mine = tool(table, "get_all_data", "mine", "");
        JsonNode made = rest.post("/api/v1/mcp/with_bindings", "{\"mode\":\"discover\"," + bindings(query, mine).substring(1)).data();
        store.run(jdbc -> jdbc.sql("update tool set name = 'find_tools' where id = :id").param("id", mine).update());
        Made instance = new Made(made.get("id").longValue(), made.get("api_key").textValue());

        assertThat(data(instance, "find_tools", "{\"query\":\"ask for orders\"}").at("/tools/0/name").asText()).isEqualTo("orders_query");
    }
}
