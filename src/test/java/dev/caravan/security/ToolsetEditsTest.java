package dev.caravan.security;

import static dev.caravan.security.AccessFilesGateway.key;
import static dev.caravan.security.AccessFilesGateway.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.StreamClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Toolsets are taken up while the gateway serves. A mistake in a file changes nothing, and health tells it with its line. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ToolsetEditsTest {

    private AccessFilesGateway access;

    @BeforeAll
    void start() {
        access = new AccessFilesGateway(key("ann") + key("sales", "toolsets: [sales]"), builder -> builder
                .file("find", route("find_tools")).file("call", route("call_tool")));
    }

    private static String route(String name) {
        try {
            return Files.readString(Path.of("routes/tools/discovery/" + name + ".camel.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    void stop() {
        access.close();
    }

    @BeforeEach
    void restore() {
        access.write("toolsets/sales.yaml", "tools: [count_orders]\n");
        until(() -> access.tools("sales").equals(List.of("count_orders")) && access.health().path("status").asText().equals("UP"));
    }

    @Test
    void editsCountAndClientsAreTold() throws Exception {
        String listen = "{\"toolsListChanged\":true}";
        try (StreamClient legacy = StreamClient.open(access.gateway.port(), "/mcp/set/sales", "X-API-Key", "sales");
                StreamClient modern = StreamClient.listen(access.gateway.port(), "/mcp/set/sales", listen, "X-API-Key", "sales")) {
            modern.next();
            access.write("toolsets/sales.yaml", "tools: [count_orders, other]\n");
            for (StreamClient client : List.of(legacy, modern)) {
                String message = client.next();
                while (!message.contains("notifications/tools/list_changed")) {
                    message = client.next();
                }
            }
            until(() -> access.tools("/mcp/set/sales", "sales").equals(List.of("count_orders", "other")));
            assertThat(access.call("/mcp", "sales", "other")).isEqualTo("o");
        }
    }

    @Test
    void keyWhoseToolsetIsDeletedSeesNothing() {
        access.delete("toolsets/sales.yaml");
        until(() -> access.tools("sales").isEmpty());
        assertThat(access.call("/mcp", "sales", "count_orders")).isEqualTo("Unknown tool: count_orders");
        assertThat(access.client.rpcAt("/mcp/set/sales", "tools/list", "{}", "X-API-Key", "sales").status()).isEqualTo(404);
        assertThat(access.client.send("GET", "/mcp/set/sales", null, "X-API-Key", "sales").status()).isEqualTo(404);
        assertThat(access.client.send("GET", "/page/state", null, "X-API-Key", "sales").json().at("/data/files").isNull()).isTrue();
        assertThat(access.health().at("/details/keysWithoutToolset/sales").toString()).isEqualTo("[\"sales\"]");
        assertThat(access.tools("ann")).hasSize(3);
    }

    @Test
    void mistakesKeepTheToolset() {
        for (String[] mistake : new String[][]{
            {"tools: [count_orders]\ntool: [other]\n", "sales.yaml:2: the key tool is unknown"},
            {"tools:\n- a\n- ''\n", "sales.yaml:1: tools must have no empty name"},
            {"tools: count_orders\n", "sales.yaml:1: tools"},
            {"tools: [count_orders\n", "sales.yaml:2"},
            {"overrides:\n  count_orders:\n    titel: x\n", "sales.yaml:3: the key titel is unknown"},
            {"overrides:\n  count_orders:\n", "sales.yaml:1: overrides must have a title or a description"},
            {"tools: [a]\ntools: [b]\n", "sales.yaml:2: tools is here twice"}}) {
            access.write("toolsets/sales.yaml", mistake[0]);
            access.untilRefused("sales", mistake[1]);
            assertThat(access.health().get("status").textValue()).isEqualTo("DEGRADED");
            assertThat(access.tools("sales")).containsExactly("count_orders");
        }
        access.write("toolsets/mcp.yaml", "tools: [other]\n");
        access.untilRefused("mcp", "the name before .yaml must be");
        access.delete("toolsets/mcp.yaml");
    }

    @Test
    void nameOfNothingIsToldAndTheOthersWork() {
        try (GatewayLog log = GatewayLog.record()) {
            access.write("toolsets/sales.yaml", """
                    tools:
                    - count_orders
                    - count_ordrs
                    - "!oter"
                    databases: [shop]
                    tags: [shop]
                    overrides:
                      other: {title: Other}
                    """);
            until(() -> access.tools("sales").equals(List.of("count_orders", "find_item")));
            String told = access.health().at("/details/selectsNothing/sales").toString();
            assertThat(told).contains("sales.yaml:3: tools: count_ordrs selects nothing", "sales.yaml:4: tools: !oter selects nothing",
                    "sales.yaml:5: databases: shop selects nothing", "sales.yaml:8: overrides: other is no tool of this toolset")
                    .doesNotContain("tags");
            log.awaits("sales.yaml:3: tools: count_ordrs selects nothing");
        }
    }

    @Test
    void agentFindsAndCallsOnlyToolsOfItsToolset() {
        for (String[] way : new String[][]{{"/mcp/set/sales", "ann"}, {"/mcp", "sales"}}) {
            String path = way[0] + "?mode=discover";
            assertThat(access.tools(path, way[1])).containsExactly("call_tool", "find_tools");
            JsonNode found = call(path, way[1], "find_tools", "{\"query\":\"count orders or other\",\"limit\":20}");
            assertThat(found.at("/result/structuredContent/data/searched").intValue()).as(found.toString()).isEqualTo(1);
            assertThat(found.toString()).contains("count_orders").doesNotContain("find_item");
            assertThat(call(path, way[1], "call_tool", "{\"name\":\"other\"}").at("/error/message").asText())
                    .isEqualTo("Unknown tool: other");
            assertThat(call(path, way[1], "call_tool", "{\"name\":\"count_orders\"}").toString()).contains("12");
        }
    }

    private JsonNode call(String path, String key, String tool, String arguments) {
        return access.client.rpcAt(path, "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments), "X-API-Key", key)
                .json();
    }
}
