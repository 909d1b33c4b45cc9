package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import dev.caravan.WaitingStep;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No limit ends an event stream or a call that only takes long: they live on for many times every limit, scaled down from a day. */
@Tag("nightly")
class LongWaitsTest {

    private static final String LEGACY = "2025-11-25";
    private static final String[] TIMES = {"http.header-timeout=500ms", "http.idle-timeout=500ms", "http.patience=1s",
        "http.request-timeout=1s", "http.min-rate=1MB", "http.heartbeat=200ms",
        "tools.timeout=1s", "conversation.resume=500ms", "conversation.state-ttl=1s"};
    /** Ten times the longest of these. */
    private static final int HEARTBEATS = 50;
    private static final String WAIT = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";

    @Test
    void longWaitsBlockNoStreamsOrCalls() throws Exception {
        WaitingStep.close();
        OwnGateway.Builder builder = OwnGateway.withEntries().settings(TIMES).file("wait",
                RouteYaml.tool("wait", "timeout: 300s", WaitingStep.YAML + "\n- setBody:\n    constant: waited"));
        try (OwnGateway gateway = builder.start();
                StreamClient alone = StreamClient.open(gateway.port(), "/mcp");
                StreamClient ofSession = StreamClient.open(gateway.port(), "/mcp", "Mcp-Session-Id", session(gateway),
                        "MCP-Protocol-Version", LEGACY);
                StreamClient listens = StreamClient.listen(gateway.port(), "/mcp", "{\"toolsListChanged\":true}");
                StreamClient call = StreamClient.send(gateway.port(), "/mcp", WAIT, "Accept", "application/json")) {
            await().until(() -> WaitingStep.waiting() == 1);
            List<StreamClient> streams = List.of(alone, ofSession, listens);
            for (StreamClient stream : streams) {
                for (int beats = 0; beats < HEARTBEATS; beats += stream.nextRaw().contains(": keep-alive") ? 1 : 0) {
                    assertThat(stream.status()).isEqualTo(200);
                }
            }

            builder.tool("another", "t", "text");
            WaitingStep.open();

            for (StreamClient stream : streams) {
                String next = stream.nextRaw();
                while (!next.contains("notifications/tools/list_changed")) {
                    assertThat(next).isNotEqualTo(StreamClient.END);
                    next = stream.nextRaw();
                }
            }
            call.readHead();
            assertThat(call.status()).isEqualTo(200);
            assertThat(call.body()).contains("waited");
        } finally {
            WaitingStep.open();
        }
    }

    private static String session(OwnGateway gateway) {
        return gateway.client()
                .post(McpClient.request(
                        "initialize", McpClient.object("{\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}")
                .put("protocolVersion", LEGACY)).toString()).headers().get("mcp-session-id").get(0);
    }
}
