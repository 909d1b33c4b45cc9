package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An instance shows the tools that are bound to it and enabled, and no two of them have the same name. */
class ToolBindingsTest extends CatalogueTest {

    @Test
    @DisplayName("绑定 Tool 到 MCP 实例")
    void bindAToolToAnInstance() {
        long tool = tool(table(ORDERS), "get_all_data", "all", "");
        Made instance = instance();
        assertThat(names(instance)).isEmpty();
        assertThat(rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool)).data().isNull()).isTrue();
        assertThat(names(instance)).containsExactly("all");
        rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool)).data();
        assertThat(rest.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=true").data()).as("one binding, however often")
                .hasSize(1);
        assertThat(rest.get("/api/v1/mcp/" + instance.key() + "/tools").data().get(0).get("binding_status").booleanValue()).isTrue();
        rest.post("/api/v1/mcp/" + instance.key() + "/bindings", "{\"bindings\":[{\"tool_id\":" + tool + ",\"status\":false}]}").data();
        assertThat(names(instance)).as("a status given again is the new one").isEmpty();
    }

    @Test
    @DisplayName("禁用绑定关系后不再暴露工具")
    void disabledBindingHidesItsTool() {
        long tool = tool(table(ORDERS), "get_all_data", "all", "");
        Made instance = instance(tool);
        data(instance, "all", "{}");
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":false}").data();
        assertThat(names(instance)).isEmpty();
        JsonNode error = mcp(instance).call("all", McpClient.object("{}")).error();
        assertThat(error.get("code").intValue()).isEqualTo(-32602);
        assertThat(error.get("message").textValue()).isEqualTo("Tool all is not enabled for this MCP instance");
        assertThat(mcp(instance).call("echo", McpClient.object("{}")).error().get("message").textValue()).contains("echo",
                "not registered with this MCP instance");
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":true}").data();
        assertThat(names(instance)).containsExactly("all");
        assertThat(data(instance, "all", "{}").get("data")).isEqualTo(json(ORDERS));
        rest.delete("/api/v1/mcp/" + instance.key() + "/bindings/" + tool).data();
        assertThat(names(instance)).isEmpty();
        assertThat(mcp(instance).call("all", McpClient.object("{}")).error().get("message").textValue()).contains("not registered");
    }

    @Test
    @DisplayName("MCP list_tools 返回多 Context 的工具集合")
    void anInstanceListsToolsOfSeveralContexts() {
        long orders = tool(table(ORDERS), "query_data", "query_orders", "\"json_path\":\"/orders\",\"description\":\"of one\"");
        long notes = tool(table("[1,2]"), "get_all_data", "all_notes",
                "\"input_schema\":{\"type\":\"object\",\"properties\":{\"why\":{\"type\":\"string\"}}}");
        Made instance = instance(orders, notes);
        List<JsonNode> tools = tools(instance);
        assertThat(tools.stream().map(tool -> tool.get("name").textValue())).containsExactly("all_notes", "query_orders");
        assertThat(tools.get(1).get("description").textValue()).isEqualTo("of one");
        assertThat(tools.get(0).get("inputSchema")).isEqualTo(json("{\"type\":\"object\",\"properties\":{\"why\":{\"type\":\"string\"}}}"));
        assertThat(tools.get(1).at("/inputSchema/required/0").textValue()).isEqualTo("query");
        assertThat(data(instance, "all_notes", "{\"why\":\"because\"}").get("data")).isEqualTo(json("[1,2]"));
        assertThat(mcp(instance).modern("tools/list", null, "ListToolsResult").result().get("cacheScope").textValue()).isEqualTo("private");
    }

    @Test
    @DisplayName("同一 MCP 内 Tool.name 冲突")
    void twoToolsOfOneNameCannotBeBound() {
        long table = table(ORDERS);
        long first = tool(table, "query_data", "query_orders", "");
        long second = tool(table, "get_all_data", "query_orders", "");
        long third = tool(table, "get_all_data", "other", "");
        Made instance = instance(first);
        RestClient.Answer answer = rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(third, second));
        assertThat(answer.error()).isEqualTo("409/1009");
        assertThat(answer.message()).contains("query_orders", "mcp_id=" + instance.id());
        assertThat(names(instance)).as("all or nothing").containsExactly("query_orders");
        RestClient.Answer together = rest.post("/api/v1/mcp/with_bindings", bindings(first, second));
        assertThat(together.error()).isEqualTo("409/1009");
        assertThat(together.message()).as("an instance that is not made has no id").contains("query_orders").doesNotContain("mcp_id=");
        assertThat(rest.get("/api/v1/mcp/list").data()).as("no instance is left behind").hasSize(1);
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + first, "{\"status\":false}").data();
        assertThat(rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(second)).error()).as("a disabled one has its name too")
                .isEqualTo("409/1009");
        assertThat(names(instance(second))).as("another instance may have it").containsExactly("query_orders");
    }

    @Test
    @DisplayName("修改已绑定 Tool.name 触发冲突时应拒绝更新")
    void boundToolCannotTakeANameInUse() {
        long table = table(ORDERS);
        long a = tool(table, "query_data", "a", "");
        Made instance = instance(a, tool(table, "get_all_data", "query_orders", ""));
        RestClient.Answer answer = rest.put("/api/v1/tools/" + a, "{\"name\":\"query_orders\",\"description\":\"changed\"}");
        assertThat(answer.error()).isEqualTo("409/1009");
        assertThat(answer.message()).contains("query_orders", "mcp_id=" + instance.id());
        assertThat(rest.get("/api/v1/tools/" + a).data().get("description").textValue()).isNotEqualTo("changed");
        assertThat(names(instance)).containsExactly("a", "query_orders");
    }
}
