package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;

/** A running gateway with a user of the test's own, and short words for what tests of tool management do again and again. */
abstract class CatalogueTest extends GatewayTest {

    protected String user;
    protected RestClient rest;

    @BeforeEach
    void newUserForEachTest() {
        user = newUser();
        rest = new RestClient(port(), user);
    }

    protected static String newUser() {
        return "user-" + UUID.randomUUID();
    }

    protected long table(String data) {
        return table(rest, data);
    }

    protected static long table(RestClient rest, String data) {
        return rest.post("/api/v1/tables", "{\"name\":\"Orders\",\"data\":" + data + "}").data().get("id").longValue();
    }

    /** @param more members besides, as {@code "json_path":"/a"}; empty for none */
    protected long tool(long table, String type, String name, String more) {
        return tool(rest, table, type, name, more);
    }

    protected static long tool(RestClient rest, long table, String type, String name, String more) {
        return rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"" + type + "\",\"name\":\"" + name + "\""
                + (more.isEmpty() ? "" : "," + more) + "}").data().get("id").longValue();
    }

    protected record Made(long id, String key) {
    }

    protected Made instance(long... tools) {
        return instance(rest, tools);
    }

    protected static Made instance(RestClient rest, long... tools) {
        JsonNode made = tools.length == 0 ? rest.post("/api/v1/mcp", "{\"name\":\"an instance\"}").data()
                : rest.post("/api/v1/mcp/with_bindings", bindings(tools)).data();
        return new Made(made.get("id").longValue(), made.get("api_key").textValue());
    }

    protected static String bindings(long... tools) {
        return "{\"bindings\":" + Arrays.stream(tools).mapToObj("{\"tool_id\":%d}"::formatted).collect(Collectors.joining(",", "[", "]")) + "}";
    }

    protected static McpClient mcp(Made instance) {
        return McpClient.ofInstance(port(), instance.key());
    }

    protected static List<JsonNode> tools(Made instance) {
        return tools(mcp(instance));
    }

    protected static List<JsonNode> tools(McpClient client) {
        List<JsonNode> tools = new ArrayList<>();
        client.legacy("2025-11-25", "tools/list", null, "ListToolsResult").result().get("tools").forEach(tools::add);
        return tools;
    }

    protected static List<String> names(Made instance) {
        return tools(instance).stream().map(tool -> tool.get("name").textValue()).toList();
    }

    /** The data of a call that must succeed. */
    protected static JsonNode data(Made instance, String tool, String arguments) {
        JsonNode envelope = mcp(instance).envelope(tool, McpClient.object(arguments));
        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    /** The error of a call that must fail. */
    protected static JsonNode error(Made instance, String tool, String arguments) {
        JsonNode envelope = mcp(instance).envelope(tool, McpClient.object(arguments));
        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isFalse();
        return envelope.get("error");
    }

    protected static JsonNode json(String json) {
        return ((ObjectNode) McpClient.object("{\"it\":" + json + "}")).get("it");
    }
}
