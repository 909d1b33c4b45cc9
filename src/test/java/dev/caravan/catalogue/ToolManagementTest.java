package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The scenarios of document 3, each by its name, search aside. */
class ToolManagementTest extends CatalogueTest {

    private static final String ORDERS = "{\"orders\":[{\"id\":1,\"title\":\"茶\",\"status\":\"open\"},{\"id\":2,\"title\":\"tea\",\"status\":\"done\"}],\"users\":{\"a\":{\"age\":1}}}";

    @Test
    @DisplayName("创建 Tool（绑定 Context + type）")
    void createATool() {
        long table = table(ORDERS);
        JsonNode tool = rest.post("/api/v1/tools", """
                {"table_id":%d,"json_path":"/orders","type":"query_data","name":"query_orders","description":"Finds orders","alias":"Orders",
                "input_schema":{"type":"object","properties":{"query":{"type":"string","enum":["[0]"]}},"required":["query"]},
                "output_schema":{"type":"object"},"metadata":{"team":"a"}}""".formatted(table)).data();
        assertThat(tool.get("id").isIntegralNumber()).isTrue();
        assertThat(tool.get("user_id").textValue()).isEqualTo(user);
        assertThat(rest.get("/api/v1/tools/" + tool.get("id")).data()).isEqualTo(tool);
        assertThat(tool.at("/input_schema/properties/query/enum/0").textValue()).isEqualTo("[0]");
        assertThat(tool.at("/metadata/team").textValue()).isEqualTo("a");
        assertThat(tool.get("json_path").textValue()).isEqualTo("/orders");

        assertThat(rest.as(newUser()).post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"query_data\",\"name\":\"x\"}").error()).isEqualTo("404/1004");
    }

    @Test
    @DisplayName("查询 Tool 列表")
    void listToolsByOwner() {
        long table = table(ORDERS);
        List<Long> made = List.of(tool(table, "preview", "a", ""), tool(table, "select", "b", ""), tool(table, "create", "c", ""));
        RestClient other = rest.as(newUser());
        tool(other, table(other, "{}"), "preview", "theirs", "");
        assertThat(rest.get("/api/v1/tools").data().findValues("id").stream().map(JsonNode::longValue).toList()).isEqualTo(made);
        assertThat(rest.get("/api/v1/tools?skip=1&limit=1").data().findValuesAsText("name")).containsExactly("b");
        assertThat(other.get("/api/v1/tools").data().findValuesAsText("name")).containsExactly("theirs");
    }

    @Test
    @DisplayName("更新 Tool 展示配置")
    void updateWhatAToolShows() {
        long table = table(ORDERS);
        long id = tool(table, "query_data", "before", "\"json_path\":\"/orders\",\"metadata\":{\"a\":1}");
        Made instance = instance(id);
        JsonNode changed = rest.put("/api/v1/tools/" + id, "{\"name\":\"after\",\"alias\":\"Afterwards\",\"description\":\"Says what it does\"}").data();
        assertThat(List.of(changed.get("name").asText(), changed.get("type").asText(), changed.get("json_path").asText(), changed.at("/metadata/a").asText()))
                .as("what the body doesn't have stays").containsExactly("after", "query_data", "/orders", "1");
        JsonNode shown = tools(instance).get(0);
        assertThat(List.of(shown.get("name").asText(), shown.get("title").asText(), shown.get("description").asText()))
                .containsExactly("after", "Afterwards", "Says what it does");
        assertThat(data(instance, "after", "{\"query\":\"[0].id\"}").get("data").intValue()).isEqualTo(1);
        assertThat(mcp(instance).call("before", JsonNodeFactory.instance.objectNode()).error().get("code").intValue()).isEqualTo(-32602);

        rest.put("/api/v1/tools/" + id, "{\"type\":\"get_all_data\",\"json_path\":\"/users\"}").data();
        assertThat(data(instance, "after", "{}").get("data")).isEqualTo(json("{\"a\":{\"age\":1}}"));
    }

    @Test
    @DisplayName("绑定 Tool 到 MCP 实例")
    void bindAToolToAnInstance() {
        long tool = tool(table(ORDERS), "get_all_data", "all", "");
        Made instance = instance();
        assertThat(names(instance)).isEmpty();
        assertThat(rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool)).data().isNull()).isTrue();
        assertThat(names(instance)).containsExactly("all");
        rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool)).data();
        assertThat(rest.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=true").data()).as("one binding, however often").hasSize(1);
        assertThat(rest.get("/api/v1/mcp/" + instance.key() + "/tools").data().get(0).get("binding_status").booleanValue()).isTrue();
        rest.post("/api/v1/mcp/" + instance.key() + "/bindings", "{\"bindings\":[{\"tool_id\":" + tool + ",\"status\":false}]}").data();
        assertThat(names(instance)).as("a status given again is the new one").isEmpty();
    }

    @Test
    @DisplayName("禁用绑定关系后不再暴露工具")
    void aDisabledBindingShowsNoTool() {
        long tool = tool(table(ORDERS), "get_all_data", "all", "");
        Made instance = instance(tool);
        data(instance, "all", "{}");
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + tool, "{\"status\":false}").data();
        assertThat(names(instance)).isEmpty();
        JsonNode error = mcp(instance).call("all", McpClient.object("{}")).error();
        assertThat(error.get("code").intValue()).isEqualTo(-32602);
        assertThat(error.get("message").textValue()).isEqualTo("Tool all is not enabled for this MCP instance");
        assertThat(mcp(instance).call("echo", McpClient.object("{}")).error().get("message").textValue()).contains("echo", "not registered with this MCP instance");
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
        long notes = tool(table("[1,2]"), "get_all_data", "all_notes", "\"input_schema\":{\"type\":\"object\",\"properties\":{\"why\":{\"type\":\"string\"}}}");
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
    @DisplayName("执行 query_data 类型 Tool")
    void runAQuery() {
        Made instance = instance(tool(table(ORDERS), "query_data", "q", "\"json_path\":\"/orders\""));
        JsonNode data = data(instance, "q", "{\"query\":\"[?status=='open'].{n: id, t: title}\"}");
        assertThat(data).isEqualTo(json("{\"data\":[{\"n\":1,\"t\":\"茶\"}],\"query\":\"[?status=='open'].{n: id, t: title}\"}"));
        assertThat(data(instance, "q", "{\"query\":\"nothing\"}").get("data").isNull()).as("nothing is an answer").isTrue();
        JsonNode error = error(instance, "q", "{\"query\":\"[?status=='open'\"}");
        assertThat(error.get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").textValue()).as("names the position").contains("(16)");
        assertThat(error(instance, "q", "{}").get("message").textValue()).contains("query");
        assertThat(error(instance, "q", "{\"query\":\" \"}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    @DisplayName("执行 create 类型 Tool")
    void createElements() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "create", "add_order", "\"json_path\":\"/orders\""), tool(table, "create", "add_user", "\"json_path\":\"/users\""));
        assertThat(data(instance, "add_order", "{\"elements\":[{\"content\":{\"id\":3}},{\"key\":\"ignored\",\"content\":null}]}"))
                .isEqualTo(json("{\"created_keys\":[\"2\",\"3\"],\"total_created\":2}"));
        assertThat(data(instance, "add_user", "{\"elements\":[{\"key\":\"b\",\"content\":{\"age\":2}}]}")).isEqualTo(json("{\"created_keys\":[\"b\"],\"total_created\":1}"));
        JsonNode now = rest.get("/api/v1/tables/" + table).data().get("data");
        assertThat(now.at("/orders/2")).isEqualTo(json("{\"id\":3}"));
        assertThat(now.at("/orders/3").isNull()).isTrue();
        assertThat(now.at("/users/b/age").intValue()).isEqualTo(2);

        assertThat(error(instance, "add_user", "{\"elements\":[{\"key\":\"c\",\"content\":1},{\"key\":\"a\",\"content\":1}]}").get("message").textValue()).contains("a is there already");
        assertThat(error(instance, "add_user", "{\"elements\":[{\"content\":1}]}").get("message").textValue()).contains("key");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).as("all or nothing").isEqualTo(now);
    }

    @Test
    void updateAndDeleteElements() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "update", "set", "\"json_path\":\"/orders\""), tool(table, "delete", "del", "\"json_path\":\"/orders\""),
                tool(table, "delete", "del_user", "\"json_path\":\"/users\""));
        assertThat(data(instance, "set", "{\"updates\":[{\"key\":\"1\",\"content\":{\"id\":22}}]}")).isEqualTo(json("{\"updated_keys\":[\"1\"],\"total_updated\":1}"));
        JsonNode now = rest.get("/api/v1/tables/" + table).data().get("data");
        assertThat(now.at("/orders/1")).as("the whole value").isEqualTo(json("{\"id\":22}"));
        assertThat(error(instance, "set", "{\"updates\":[{\"key\":\"0\",\"content\":1},{\"key\":\"2\",\"content\":1}]}").get("code").textValue()).isEqualTo("NOT_FOUND");
        assertThat(error(instance, "set", "{\"updates\":[{\"key\":\"01\",\"content\":1}]}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error(instance, "del", "{\"keys\":[\"0\",\"x\"]}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error(instance, "del_user", "{\"keys\":[\"a\",\"b\"]}").get("code").textValue()).isEqualTo("NOT_FOUND");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).as("all or nothing").isEqualTo(now);
        assertThat(data(instance, "del", "{\"keys\":[\"0\",\"1\",\"0\"]}")).isEqualTo(json("{\"deleted_keys\":[\"0\",\"1\"],\"total_deleted\":2}"));
        data(instance, "del_user", "{\"keys\":[\"a\"]}");
        assertThat(rest.get("/api/v1/tables/" + table).data().get("data")).isEqualTo(json("{\"orders\":[],\"users\":{}}"));
    }

    @Test
    void structureAllAndSelectedRecords() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "get_data_schema", "schema", ""), tool(table, "get_all_data", "all", "\"json_path\":\"/users\""),
                tool(table, "select", "pick", "\"json_path\":\"/orders\""));
        JsonNode schema = data(instance, "schema", "{}");
        assertThat(schema.get("data")).isEqualTo(json("{\"orders\":[{\"id\":\"<int>\",\"title\":\"<str>\",\"status\":\"<str>\"}],\"users\":{\"a\":{\"age\":\"<int>\"}}}"));
        assertThat(schema.at("/meta/root_type").textValue()).isEqualTo("object");
        assertThat(schema.at("/meta/object_key_count").intValue()).isEqualTo(2);
        assertThat(data(instance, "all", "{}")).isEqualTo(json("{\"data\":{\"a\":{\"age\":1}}}"));
        JsonNode picked = data(instance, "pick", "{\"field\":\"id\",\"keys\":[\"2\",\"9\"]}");
        assertThat(picked.at("/data/0/title").textValue()).isEqualTo("tea");
        assertThat(picked.get("matched_count").intValue()).isEqualTo(1);
        assertThat(data(instance, "pick", "{\"field\":\"id\",\"keys\":[1]}").at("/data/0/title").textValue()).as("compared as text").isEqualTo("茶");
        assertThat(error(instance, "all", "{\"query\":\"x\"}").get("message").textValue()).contains("query");
    }

    @Test
    @DisplayName("同一 MCP 内 Tool.name 冲突")
    void twoToolsOfOneNameCantBeBound() {
        long table = table(ORDERS);
        long first = tool(table, "query_data", "query_orders", "");
        long second = tool(table, "get_all_data", "query_orders", "");
        long third = tool(table, "get_all_data", "other", "");
        Made instance = instance(first);
        RestClient.Answer answer = rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(third, second));
        assertThat(answer.error()).isEqualTo("409/1009");
        assertThat(answer.message()).contains("query_orders", "mcp_id=" + instance.id());
        assertThat(names(instance)).as("all or nothing").containsExactly("query_orders");
        assertThat(rest.post("/api/v1/mcp/with_bindings", bindings(first, second)).error()).isEqualTo("409/1009");
        assertThat(rest.get("/api/v1/mcp/list").data()).as("no instance is left behind").hasSize(1);
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + first, "{\"status\":false}").data();
        assertThat(rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(second)).error()).as("a disabled one has its name too").isEqualTo("409/1009");
        assertThat(names(instance(second))).as("another instance may have it").containsExactly("query_orders");
    }

    @Test
    @DisplayName("修改已绑定 Tool.name 触发冲突时应拒绝更新")
    void aBoundToolCantTakeAnothersName() {
        long table = table(ORDERS);
        long a = tool(table, "query_data", "a", "");
        Made instance = instance(a, tool(table, "get_all_data", "query_orders", ""));
        RestClient.Answer answer = rest.put("/api/v1/tools/" + a, "{\"name\":\"query_orders\",\"description\":\"changed\"}");
        assertThat(answer.error()).isEqualTo("409/1009");
        assertThat(answer.message()).contains("query_orders", "mcp_id=" + instance.id());
        assertThat(rest.get("/api/v1/tools/" + a).data().get("description").textValue()).isNotEqualTo("changed");
        assertThat(names(instance)).containsExactly("a", "query_orders");
    }

    @Test
    @DisplayName("preview 未配置 preview_keys 时等价 get_all")
    void aPreviewWithoutKeysIsAll() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "preview", "some", ""), tool(table, "preview", "empty", "\"metadata\":{\"preview_keys\":[]}"), tool(table, "get_all_data", "all", ""));
        assertThat(data(instance, "some", "{}")).isEqualTo(data(instance, "all", "{}")).isEqualTo(data(instance, "empty", "{}"));
    }

    @Test
    @DisplayName("preview 配置 preview_keys 时返回精简字段")
    void aPreviewWithKeysHasOnlyThose() {
        long table = table(ORDERS);
        Made instance = instance(tool(table, "preview", "some", "\"json_path\":\"/orders\",\"metadata\":{\"preview_keys\":[\"title\",\"id\",\"none\"]}"),
                tool(table, "preview", "of_object", "\"metadata\":{\"preview_keys\":[\"id\"]}"));
        assertThat(data(instance, "some", "{}")).isEqualTo(json("{\"data\":[{\"title\":\"茶\",\"id\":1},{\"title\":\"tea\",\"id\":2}],\"keys\":[\"title\",\"id\",\"none\"],\"total_count\":2}"));
        assertThat(error(instance, "of_object", "{}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    @DisplayName("查询某个 table_id 下的 Tool 列表（成功）")
    void toolsOfATable() {
        long table = table(ORDERS);
        long empty = table("{}");
        tool(table, "query_data", "one", "");
        tool(table, "get_all_data", "two", "");
        for (String prefix : List.of("", "/api/v1")) {
            assertThat(rest.get(prefix + "/tools/by-table/" + table).data().findValuesAsText("name")).containsExactly("one", "two");
            assertThat(rest.get(prefix + "/tools/by-table/" + empty).data()).isEmpty();
        }
    }

    @Test
    @DisplayName("查询某个 table_id 下的 Tool 列表（无权限/不存在）")
    void toolsOfATableThatIsNotTheCallers() {
        long table = table(ORDERS);
        for (String prefix : List.of("", "/api/v1")) {
            RestClient.Answer foreign = rest.as(newUser()).get(prefix + "/tools/by-table/" + table);
            assertThat(foreign.error()).isEqualTo("404/1004");
            assertThat(rest.get(prefix + "/tools/by-table/999999999").error()).isEqualTo("404/1004");
            assertThat(rest.get(prefix + "/tools/by-table/abc").error()).isEqualTo("404/1004");
        }
    }

    @Test
    @DisplayName("通过 api_key 查询绑定工具列表（默认仅 enabled；显式包含 disabled）")
    void boundToolsByKey() {
        long table = table(ORDERS);
        long on = tool(table, "query_data", "on", "");
        long off = tool(table, "get_all_data", "off", "");
        Made instance = instance(on, off);
        rest.put("/api/v1/mcp/" + instance.key() + "/bindings/" + off, "{\"status\":false}").data();
        RestClient anyone = rest.as(null);
        JsonNode enabled = anyone.get("/api/v1/mcp/" + instance.key() + "/tools").data();
        assertThat(enabled).hasSize(1);
        assertThat(enabled.get(0).get("tool_id").longValue()).isEqualTo(on);
        assertThat(enabled.get(0).get("type").textValue()).isEqualTo("query_data");
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=true").data().findValues("binding_status").stream().map(JsonNode::booleanValue))
                .containsExactly(false, true);
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools?include_disabled=perhaps").error()).isEqualTo("422/1006");
        rest.put("/api/v1/mcp/" + instance.key(), "{\"status\":false}").data();
        assertThat(anyone.get("/api/v1/mcp/" + instance.key() + "/tools").error()).as("a disabled instance").isEqualTo("404/3001");
    }

    @Test
    @DisplayName("通过 mcp_id 查询绑定工具列表（需要登录 + 所有权校验）")
    void boundToolsByIdOfTheOwner() {
        Made instance = instance(tool(table(ORDERS), "query_data", "on", ""));
        assertThat(rest.get("/api/v1/mcp/id/" + instance.id() + "/tools").data().findValuesAsText("name")).containsExactly("on");
        assertThat(rest.as(newUser()).get("/api/v1/mcp/id/" + instance.id() + "/tools").error()).isEqualTo("404/1004");
        assertThat(rest.get("/api/v1/mcp/id/999999999/tools").error()).isEqualTo("404/1004");
    }

    /** The Inspector's command line talks to /mcp at whatever address does not end so. */
    @Test
    void anInstanceAlsoHasAnAddressThatEndsInMcp() {
        Made instance = instance(tool(table(ORDERS), "query_data", "on", ""));
        assertThat(names(new Made(instance.id(), instance.key() + "/mcp"))).containsExactly("on");
        assertThat(McpClient.ofInstance(port(), "cvn_unknown/mcp").post(McpClient.request("tools/list", null).toString()).status()).isEqualTo(404);
    }

    @Test
    @DisplayName("api_key 不存在时返回 NOT_FOUND")
    void anUnknownKey() {
        assertThat(rest.get("/api/v1/mcp/cvn_unknown/tools").error()).isEqualTo("404/3001");
        McpClient.Answer answer = McpClient.ofInstance(port(), "cvn_unknown").post(McpClient.request("tools/list", null).toString());
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.error().get("message").textValue()).contains("no such MCP instance");
    }
}
