package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server hears that nobody waits for its answer any more, and its questions for roots reach the client that called. */
@Tag("full")
class CancelledCallsTest extends FederatedGateways {

    @BeforeEach
    void offer() throws Exception {
        List<String> command = ScriptedServer.command("calls");
        configure("scripted: {command: '%s', args: %s, timeout: 30s, expose: {prefix: s_}}".formatted(command.get(0),
                McpClient.JSON.writeValueAsString(command.subList(1, command.size()))));
        var builder = offering();
        for (String tool : List.of("silent", "silenced", "cancelled", "roots")) {
            builder.file(tool, RouteYaml.tool(tool, "description: A tool\nenvelope: none",
                    "- to: upstream:" + named("scripted") + "?tool=" + tool));
        }
        gateway = builder.start();
        until(() -> tools().containsKey("s_silent"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"silent", "s_silent"})
    void aLegacyClientCancelsTheCallAtTheServer(String tool) throws Exception {
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{}");
        try (StreamClient call = legacy.start("tools/call", McpClient.object("{\"arguments\":{}}").put("name", tool), 7)) {
            until(() -> text("silenced", "{}").equals("1"));
            assertThat(text("cancelled", "{}")).isEqualTo("0");
            legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
            until(() -> text("cancelled", "{}").equals("1"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"silent", "s_silent"})
    void modernClientThatDisconnectsCancelsTheCallAtTheServer(String tool) throws Exception {
        ObjectNode params = McpClient.modernParams(McpClient.object("{\"arguments\":{}}").put("name", tool), McpClient.object("{}"));
        try (StreamClient call = StreamClient.send(gateway.port(), "/mcp", McpClient.request("tools/call", params).toString(),
                "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", tool)) {
            until(() -> text("silenced", "{}").equals("1"));
        }
        until(() -> text("cancelled", "{}").equals("1"));
    }

    @Test
    void theServerReadsTheRootsOfTheClientThatCalls() throws Exception {
        LegacyClient legacy = LegacyClient.open(gateway.port(), "2025-11-25", "{\"roots\":{}}");
        try (StreamClient call = legacy.start("tools/call", McpClient.object("{\"name\":\"roots\",\"arguments\":{}}"), 7)) {
            LegacyClient.head(call);
            legacy.respond(LegacyClient.next(call, "roots/list"), "{\"roots\":[{\"uri\":\"file:///mine\"}]}");
            assertThat(LegacyClient.result(call).at("/content/0/text").asText()).isEqualTo("{\"roots\":[{\"uri\":\"file:///mine\"}]}");
        }
        JsonNode asked = gateway.client().modernCall(McpClient.object("{\"name\":\"roots\",\"arguments\":{}}"), "{\"roots\":{}}").result();
        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        assertThat(asked.get("inputRequests").iterator().next().get("method").asText()).isEqualTo("roots/list");
        assertThat(text("roots", "{}")).as("of a client without roots").isEqualTo("error");
    }
}
