package dev.caravan.call.discovery;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.RouteTest;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client in mode discover sees two tools, finds the others by what they do, and calls them as themselves. */
@Tag("full")
class DiscoverModeTest extends RouteTest {

    private static final String REVISION = "2025-11-25";

    private final McpClient discovering = McpClient.at(port(), "/mcp?mode=discover");

    private static List<String> names(McpClient client) {
        return ToolNames.of(client.legacy(REVISION, "tools/list", object("{}"), "ListToolsResult").result().get("tools"));
    }

    private List<String> found(String query) {
        JsonNode envelope = discovering.envelope("find_tools", McpClient.JSON.createObjectNode().put("query", query));
        assertThat(envelope.get("ok").asBoolean()).as(envelope.toString()).isTrue();
        return ToolNames.of(envelope.at("/data/tools"));
    }

    private static ObjectNode named(String tool, String arguments) {
        return McpClient.JSON.createObjectNode().put("name", tool).set("arguments", object(arguments));
    }

    @Test
    void listHasTwoToolsAndIsSmall() {
        McpClient.Answer list = discovering.legacy(REVISION, "tools/list", object("{}"), "ListToolsResult");

        assertThat(ToolNames.of(list.result().get("tools"))).containsExactly("call_tool", "find_tools");
        assertThat(list.body().length() / 4).as("tokens, about").isLessThan(1_500);
        assertThat(discovering.modern("tools/list", null, "ListToolsResult").result().get("tools")).hasSize(2);
        assertThat(names(client)).contains("mongo_find_all").doesNotContain("find_tools", "call_tool");
    }

    @Test
    void toolsAreFoundInEnglishAndChinese() {
        assertThat(found("connect two entities of the knowledge graph")).contains("neo4j_create_relationship");
        assertThat(found("删除一篇文档")).contains("mongo_delete_document");
        JsonNode tool = discovering.envelope("find_tools", object("{\"query\":\"draw a chart\",\"limit\":1}")).at("/data/tools/0");
        assertThat(tool.get("name").asText()).isEqualTo("echart_generate");
        assertThat(tool.at("/inputSchema/properties/chartType").isObject()).isTrue();
        assertThat(tool.at("/annotations/readOnlyHint").asBoolean()).isTrue();
        assertThat(tool.has("outputSchema")).isFalse();
    }

    @Test
    void tagsFilterAndInvalidSearchesAreRefused() {
        JsonNode envelope = discovering.envelope("find_tools", object("{\"query\":\"delete\",\"limit\":20,\"tags\":[\"graph\"]}"));

        assertThat(ToolNames.of(envelope.at("/data/tools"))).contains("neo4j_delete_node").allMatch(name -> name.startsWith("neo4j_"));
        assertThat(discovering.envelope("find_tools", object("{\"query\":\"  \"}")).at("/error/code").asText())
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(discovering.envelope("find_tools", object("{\"query\":\"x\",\"limit\":21}")).at("/error/message").asText())
                .contains("limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"qwzx vbkjh", "lorem ipsum dolor sit amet", "xyzzy plugh", "天地玄黄宇宙洪荒"})
    void nonsenseFindsNothing(String nonsense) {
        ObjectNode query = McpClient.JSON.createObjectNode().put("query", nonsense);
        await("the meanings are known").atMost(5, MINUTES)
                .until(() -> !discovering.envelope("find_tools", query).at("/meta").has("warnings"));

        JsonNode data = discovering.envelope("find_tools", query).get("data");
        assertThat(data.get("tools")).as(data.toString()).isEmpty();
        assertThat(data.get("searched").asInt()).isGreaterThan(5);
    }

    @Test
    void newToolIsFoundAtOnceAndARemovedOneIsNot() throws Exception {
        routes.add("t_weather", "ai-tool:t_weather", "description: Weather forecast for a city", "- setBody: {constant: sunny}");
        assertThat(found("what will the weather be like")).contains("t_weather");

        context.getRouteController().stopRoute("t_weather");
        assertThat(found("what will the weather be like")).doesNotContain("t_weather");
    }

    @Test
    void callToolBehavesLikeADirectCall() throws Exception {
        routes.add("t_own", "ai-tool:t_own", "parameter.n: integer\n        parameter.n.required: true\n        timeout: 2s",
                "- delay: {simple: '${header.n}'}\n        - setBody: {simple: 'n is ${header.n}'}");
        try (GatewayLog log = GatewayLog.record()) {
            assertThat(discovering.envelope("call_tool", named("t_own", "{\"n\":1}"), "X-User-Id", "own-caller").get("data").asText())
                    .isEqualTo("n is 1");
            assertThat(log.auditEvents("own-caller", 1)).singleElement().asString().contains("\"tool\":\"t_own\"")
                    .doesNotContain("call_tool");
        }
        assertThat(discovering.envelope("call_tool", named("t_own", "{\"n\":\"x\"}")).at("/error/detail/errors/0/field").asText())
                .isEqualTo("n");
        assertThat(discovering.envelope("call_tool", named("t_own", "{\"n\":5000}")).at("/error/message").asText()).contains("t_own",
                "2000");
        assertThat(discovering.call("call_tool", named("t_none", "{}")).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(discovering.modern("tools/call",
                object("{\"name\":\"call_tool\",\"arguments\":{\"name\":\"t_own\",\"arguments\":{\"n\":2}}}"), "CallToolResult").body())
                .contains("n is 2");
    }

    @Test
    void callToolKeepsTheShapeOfTheResult() throws Exception {
        routes.add("t_rows", "ai-tool:t_rows", "envelope: database", "- log: {message: x, loggingLevel: DEBUG}");

        assertThat(discovering.call("call_tool", object("{\"name\":\"t_rows\"}")).result().get("structuredContent"))
                .isEqualTo(object("{\"success\":true}"));
        assertThat(discovering.envelope("call_tool", object("{}")).at("/error/message").asText()).contains("name");
        assertThat(discovering.envelope("call_tool", named("call_tool", "{\"name\":\"t_rows\"}")).at("/error/code").asText())
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(discovering.envelope("call_tool", named("find_tools", "{\"query\":\"rows\"}")).at("/data/searched").asInt())
                .isPositive();
    }

    @Test
    void routeMayCallAnotherTool() throws Exception {
        routes.add("t_target", "ai-tool:t_target", "parameter.n: integer", "- setBody: {simple: 'n is ${header.n}'}");
        routes.add("t_alias", "ai-tool:t_alias", "parameter.number: integer\n        envelope: call",
                "- setBody: {simple: '{\"name\":\"t_target\",\"arguments\":{\"n\":${header.number}}}'}");
        routes.add("t_wrong", "ai-tool:t_wrong", "envelope: call", "- setBody: {constant: '{\"tool\":\"t_target\"}'}");

        assertThat(client.envelope("t_alias", object("{\"number\":7}")).get("data").asText()).isEqualTo("n is 7");
        assertThat(client.envelope("t_wrong", object("{}")).at("/error/code").asText()).isEqualTo("INTERNAL_ERROR");
        assertThat(discovering.envelope("call_tool", named("t_alias", "{\"number\":7}")).at("/error/code").asText())
                .as("one that makes calls").isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void anUnknownModeIsRefused() {
        McpClient.Answer answer = McpClient.at(port(), "/mcp?mode=some").post(McpClient.request("tools/list", null).toString());

        assertThat(answer.error().get("message").asText()).contains("all or discover");
        assertThat(names(McpClient.at(port(), "/mcp?mode=all"))).isEqualTo(names(client));
    }
}
