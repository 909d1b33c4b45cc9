package dev.caravan.conversation;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Two gateways without a database whose configuration has the same secret; what the first signs is soon over. */
class SharedSecretTest {

    private static final int ONE = GatewayTest.freePort();
    private static final int OTHER = GatewayTest.freePort();

    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext other;

    @BeforeAll
    static void start() throws Exception {
        Path routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/asking.camel.yaml"), """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      steps:
                        - to: mcp:roots?key=where
                """);
        one = OwnGateway.start(ONE, routes, Map.of("caravan.conversation.secret", "s".repeat(32), "caravan.conversation.session-ttl", "3s",
                "caravan.conversation.state-ttl", "3s"));
        other = OwnGateway.start(OTHER, routes, Map.of("caravan.conversation.secret", "s".repeat(32)));
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    @Test
    void aSessionIsGoodAtBothUntilItExpires() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");

        assertThat(legacy.request("ping", null).status()).isEqualTo(200);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(200);
        await().atMost(20, SECONDS).until(() -> legacy.request("ping", null).status() == 404);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(404);
    }

    @Test
    void aStateIsGoodAtBothUntilItExpires() {
        ObjectNode params = McpClient.object("{\"name\":\"asking\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}}}}");
        params.put("requestState", call(ONE, params).result().get("requestState").asText());

        assertThat(call(OTHER, params).result().get("resultType").asText()).isEqualTo("input_required");
        await().atMost(20, SECONDS).until(() -> call(OTHER, params).error().path("code").asInt() == -32602);
    }

    private static Answer call(int port, ObjectNode params) {
        return new McpClient(port).post(McpClient.request("tools/call", params).toString(), "MCP-Protocol-Version", McpClient.MODERN,
                "Mcp-Method", "tools/call", "Mcp-Name", "asking");
    }

    @Test
    void aGatewayThatStopsDoesNotWaitForAnswers() throws Exception {
        int port = GatewayTest.freePort();
        Path routes = EditableGatewayTest.entries();
        Files.writeString(routes.resolve("edited/asking.camel.yaml"), """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      parameters:
                        timeout: 60s
                      steps:
                        - to: mcp:roots?key=where
                """);
        ConfigurableApplicationContext third = OwnGateway.start(port, routes, Map.of("caravan.conversation.secret", "t".repeat(32)));
        StreamClient stream = LegacyClient.open(port, "2025-11-25", LegacyClient.ALL).call("asking");
        LegacyClient.next(stream, "roots/list");
        long start = System.nanoTime();

        third.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).as("Camel would wait for ten seconds").isLessThan(Duration.ofSeconds(7));
        LegacyClient.next(stream, "notifications/cancelled");
        assertThat(LegacyClient.result(stream).at("/structuredContent/error/message").asText()).isEqualTo("The client did not answer");
    }

    @Test
    void aShortSecretIsRefused() {
        assertThatThrownBy(() -> OwnGateway.start(GatewayTest.freePort(), EditableGatewayTest.entries(), Map.of("caravan.conversation.secret", "short"))).hasStackTraceContaining("32 characters at least")
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("short"));
    }
}
