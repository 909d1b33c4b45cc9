package dev.caravan.conversation;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.Caravan;
import dev.caravan.EditableGatewayTest;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
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
        one = gateway(ONE, routes, "s".repeat(32), "--caravan.conversation.session-ttl=3s", "--caravan.conversation.state-ttl=3s");
        other = gateway(OTHER, routes, "s".repeat(32));
    }

    private static ConfigurableApplicationContext gateway(int port, Path routes, String secret, String... more) {
        String[] arguments = java.util.stream.Stream.concat(java.util.stream.Stream.of("--caravan.http.port=" + port, "--server.port=0",
                "--caravan.routes.directory=" + routes, "--spring.jmx.enabled=false", "--caravan.conversation.secret=" + secret),
                java.util.Arrays.stream(more)).toArray(String[]::new);
        return SpringApplication.run(Caravan.class, arguments);
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
        ConfigurableApplicationContext third = gateway(port, routes, "t".repeat(32));
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
        assertThatThrownBy(() -> gateway(GatewayTest.freePort(), EditableGatewayTest.entries(), "short")).hasStackTraceContaining("32 characters at least")
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("short"));
    }
}
