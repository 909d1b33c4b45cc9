package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.WaitingStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that was cancelled, or whose time is over, does no step more and is not answered. */
class CancelledCallsTest extends LegacyQuestionTest {

    @BeforeEach
    void closeStep() {
        WaitingStep.close();
    }

    @AfterEach
    void openStep() {
        WaitingStep.open();
    }

    @Test
    void cancelledCallStopsWaitingAndGetsNoAnswer() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            next(stream, "elicitation/create");
            LegacyClient.open(port(), "2025-11-25", "{}").notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
            legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":\"7\"}"));
            assertThat(stream.nextEvent(Duration.ofMillis(300))).as("neither another session's nor another request").isNull();

            assertThat(
                    legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7,\"reason\":\"changed my mind\"}")).status())
                    .isEqualTo(202);

            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
    }

    @Test
    void callThatDoesNotWaitIsCancelled() throws Exception {
        tool("- to: mcp:log?message=begun\n" + WaitingStep.YAML + "\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            next(stream, "notifications/message");
            legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
    }

    @Test
    void lateCallRunsNoFurtherStep() throws Exception {
        tool(WaitingStep.YAML + "\n- setBody: {constant: x}\n- to: file:target/left?fileName=late" + port() + "\n", "300ms");

        assertThat(client.call("asking", McpClient.object("{}")).result().at("/structuredContent/error/message").asText())
                .contains("limit of 300 ms");

        WaitingStep.open();
        awaitEndOfRoute();
        assertThat(Files.exists(Path.of("target/left/late" + port()))).isFalse();
    }

    @Tag("full")
    @Test
    void modernClientThatDisconnectsCancelsItsCall() throws Exception {
        tool("- to: mcp:log?message=begun\n- delay: {constant: 6000}\n- setBody: {constant: x}\n- to: file:target/left?fileName=" + port()
                + "\n");
        String call = McpClient.request("tools/call",
                McpClient.object("{\"name\":\"asking\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":\"info\"}}")).toString();
        try (StreamClient stream = StreamClient.post(port(), "/mcp", call, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method",
                "tools/call", "Mcp-Name", "asking")) {
            next(stream, "notifications/message");
        }

        awaitEndOfRoute();
        assertThat(Files.exists(Path.of("target/left/" + port()))).as("it was interrupted before").isFalse();
    }
}
