package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.RestClient;
import dev.caravan.StreamClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A running gateway with a user of the test's own, and short words for what tests of tool management do again and again. */
abstract class CatalogueTest extends GatewayTest {

    /** Two orders and a user. */
    protected static final String ORDERS = "{\"orders\":[{\"id\":1,\"title\":\"茶\",\"status\":\"open\"},{\"id\":2,\"title\":\"tea\","
            + "\"status\":\"done\"}],\"users\":{\"a\":{\"age\":1}}}";

    /** Where numbers are one if their values are, and of objects' members the order isn't told. */
    protected static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue()) : one.equals(other) ? 0 : 1;

    protected String user;
    protected RestClient rest;

    /** A class that ran before may have restarted the database. */
    @BeforeAll
    void theStoreIsReached() {
        await().ignoreExceptions().until(() -> new RestClient(port(), newUser()).get("/api/v1/tools").status() == 200);
    }

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
        return "{\"bindings\":" + Arrays.stream(tools).mapToObj("{\"tool_id\":%d}"::formatted).collect(Collectors.joining(",", "[", "]"))
                + "}";
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

    /** The stream of a modern client that listens to an instance, or to the gateway at {@code /mcp}, once it is acknowledged. */
    protected static StreamClient listen(int port, String path) throws Exception {
        StreamClient stream = StreamClient.listen(port, path, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
        assertThat(stream.next()).contains("\"toolsListChanged\":true")
                .contains(path.equals("/mcp") ? "promptsListChanged" : "acknowledged");
        return stream;
    }

    /** Waits until that holds. */
    protected static void soon(ThrowingRunnable assertion) {
        await().pollInterval(Duration.ofMillis(5)).untilAsserted(assertion);
    }

    /**
     * The model of embeddings is loaded when it is first used, which takes a while; waits until it is, and tries again if a busy machine
     * was too slow.
     */
    protected static void loadTheModel() {
        RestClient anyone = new RestClient(port(), newUser());
        long tool = anyone.post("/api/v1/tools/search", "{\"table_id\":" + table(anyone, "[\"tea\"]") + ",\"name\":\"find\"}").data()
                .get("id").longValue();
        String index = "/api/v1/tools/" + tool + "/search-index";
        await().atMost(Duration.ofSeconds(120)).until(() -> {
            String status = anyone.get(index).data().get("status").textValue();
            if (status.equals("error")) {
                anyone.put(index, "{}").data();
            }
            return status.equals("ready");
        });
    }
}
