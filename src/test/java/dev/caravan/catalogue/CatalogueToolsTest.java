package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A user makes, lists and changes tools of the user's own tables. */
class CatalogueToolsTest extends CatalogueTest {

    @Test
    @DisplayName("创建 Tool（绑定 Context + type）")
    void createATool() {
        long table = table(ORDERS);
        JsonNode tool = rest.post("/api/v1/tools", """
                {"table_id":%d,"json_path":"/orders","type":"query_data","name":"query_orders","description":"Finds orders",\
                "alias":"Orders",
                "input_schema":{"type":"object","properties":{"query":{"type":"string","enum":["[0]"]}},"required":["query"]},
                "output_schema":{"type":"object"},"metadata":{"team":"a"}}""".formatted(table)).data();
        assertThat(tool.get("id").isIntegralNumber()).isTrue();
        assertThat(tool.get("user_id").textValue()).isEqualTo(user);
        assertThat(rest.get("/api/v1/tools/" + tool.get("id")).data()).isEqualTo(tool);
        assertThat(tool.at("/input_schema/properties/query/enum/0").textValue()).isEqualTo("[0]");
        assertThat(tool.at("/metadata/team").textValue()).isEqualTo("a");
        assertThat(tool.get("json_path").textValue()).isEqualTo("/orders");

        assertThat(rest.as(newUser()).post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"query_data\",\"name\":\"x\"}").error())
                .isEqualTo("404/1004");
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
    void updateTheDefinitionOfATool() {
        long table = table(ORDERS);
        long id = tool(table, "query_data", "before", "\"json_path\":\"/orders\",\"metadata\":{\"a\":1}");
        Made instance = instance(id);
        JsonNode changed = rest
                .put("/api/v1/tools/" + id, "{\"name\":\"after\",\"alias\":\"Afterwards\",\"description\":\"Says what it does\"}").data();
        assertThat(List.of(changed.get("name").asText(), changed.get("type").asText(), changed.get("json_path").asText(),
                changed.at("/metadata/a").asText()))
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
    @DisplayName("查询某个 table_id 下的 Tool 列表（成功）")
    void listToolsOfATable() {
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
    void listToolsOfAnotherUsersTable() {
        long table = table(ORDERS);
        for (String prefix : List.of("", "/api/v1")) {
            RestClient.Answer foreign = rest.as(newUser()).get(prefix + "/tools/by-table/" + table);
            assertThat(foreign.error()).isEqualTo("404/1004");
            assertThat(rest.get(prefix + "/tools/by-table/999999999").error()).isEqualTo("404/1004");
            assertThat(rest.get(prefix + "/tools/by-table/abc").error()).isEqualTo("404/1004");
        }
    }
}
