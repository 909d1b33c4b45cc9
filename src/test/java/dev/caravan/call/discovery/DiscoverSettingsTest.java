package dev.caravan.call.discovery;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings choose who is in mode discover and what is pinned. A search shows and a call reaches only what the caller may use. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("full")
class DiscoverSettingsTest {

    private static final String ALL = "key-of-all";
    private static final String GRAPH = "key-of-graph";
    private static final String WHOLE = "key-with-all-tools";

    private OwnGateway gateway;

    @BeforeAll
    void start() throws Exception {
        gateway = OwnGateway.withEntries().set("mcp.mode", "discover").set("mcp.pinned", "find_node,no_such_tool")
                .set("mcp.caller-modes.whole", "all")
                .tool("find_node", "graph", "a node").tool("find_document", "documents", "a document")
                .file("find", route("find_tools")).file("call", route("call_tool"))
                .apiKey("all", ALL, "tools:read,tools:call").apiKey("graph", GRAPH, "tools:read,tools:call")
                .set("security.keys[1].tags", "graph")
                .apiKey("whole", WHOLE, "tools:read,tools:call").start();
    }

    private static String route(String name) throws Exception {
        return Files.readString(Path.of("routes/tools/discovery/" + name + ".camel.yaml"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private List<String> listed(String key) {
        return ToolNames.of(answer(key, "tools/list", "{}").result().get("tools"));
    }

    private McpClient.Answer answer(String key, String method, String params) {
        return gateway.client().post(McpClient.request(method, object(params)).toString(), "Authorization", "Bearer " + key);
    }

    private List<String> found(String key, String query) {
        return ToolNames.of(answer(key, "tools/call", "{\"name\":\"find_tools\",\"arguments\":{\"query\":\"" + query + "\"}}").result()
                .at("/structuredContent/data/tools"));
    }

    private McpClient.Answer called(String key, String tool) {
        return answer(key, "tools/call", "{\"name\":\"call_tool\",\"arguments\":{\"name\":\"" + tool + "\"}}");
    }

    @Test
    void pinnedToolsAreListed() {
        assertThat(listed(ALL)).containsExactly("call_tool", "find_node", "find_tools");
        assertThat(listed(GRAPH)).containsExactly("call_tool", "find_node", "find_tools");
    }

    @Test
    void callerMayHaveItsOwnMode() {
        assertThat(listed(WHOLE)).containsExactly("find_document", "find_node");
    }

    @ParameterizedTest
    @ValueSource(strings = {ALL, GRAPH, WHOLE})
    void sharedCacheMayNotKeepTheListOfAMode(String key) {
        McpClient.Answer list = gateway.client().modern("tools/list", null, object("{}"), "ListToolsResult", "X-API-Key", key);
        assertThat(list.result().get("cacheScope").textValue()).isEqualTo("private");
    }

    @Test
    void keyFindsAndCallsOnlyItsTools() {
        assertThat(found(ALL, "find")).containsExactlyInAnyOrder("find_document", "find_node");
        assertThat(found(GRAPH, "find document")).containsExactly("find_node");
        assertThat(called(ALL, "find_document").body()).contains("a document");
        assertThat(called(GRAPH, "find_node").body()).contains("a node");
        assertThat(called(GRAPH, "find_document").error().get("message").asText()).isEqualTo("Unknown tool: find_document");
    }
}
