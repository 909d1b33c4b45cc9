package dev.caravan.call.client;

import static dev.caravan.call.client.GatewayPair.modern;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two gateways without a database whose configuration has the same secret; what the first signs is soon over. */
@Tag("nightly")
class SharedSecretTest {

    private static final int ONE = FreePorts.pick();
    private static final int OTHER = FreePorts.pick();

    private static GatewayPair pair;

    @BeforeAll
    static void start() {
        String secret = "conversation.secret=" + "s".repeat(32);
        pair = GatewayPair.start("""
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      steps:
                        - to: mcp:roots?key=where
                """, builder -> builder.port(ONE).settings(secret, "conversation.session-ttl=15s", "conversation.state-ttl=15s"),
                builder -> builder.port(OTHER).settings(secret));
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    void bothGatewaysAcceptASessionUntilItExpires() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");

        assertThat(legacy.request("ping", null).status()).isEqualTo(200);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(200);
        await().until(() -> legacy.request("ping", null).status() == 404);
        assertThat(legacy.at(OTHER).request("ping", null).status()).isEqualTo(404);
    }

    @Test
    void bothGatewaysAcceptARequestStateUntilItExpires() {
        ObjectNode params = McpClient.object("{\"name\":\"asking\"}");
        params.put("requestState", modern(ONE, params, "{\"roots\":{}}").result().get("requestState").asText());

        assertThat(modern(OTHER, params, "{\"roots\":{}}").result().get("resultType").asText()).isEqualTo("input_required");
        await().until(() -> modern(OTHER, params, "{\"roots\":{}}").error().path("code").asInt() == -32602);
    }

    @Test
    void stoppingGatewayDoesNotWaitForAnswers() throws Exception {
        int port = FreePorts.pick();
        OwnGateway third = OwnGateway.withEntries().port(port).set("conversation.secret", "t".repeat(32)).file("asking", """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      parameters:
                        timeout: 60s
                      steps:
                        - to: mcp:roots?key=where
                """).start();
        StreamClient stream = LegacyClient.open(port, "2025-11-25", LegacyClient.ALL).call("asking");
        LegacyClient.next(stream, "roots/list");
        long start = System.nanoTime();

        third.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).as("Camel would wait for ten seconds").isLessThan(Duration.ofSeconds(9));
        LegacyClient.next(stream, "notifications/cancelled");
        assertThat(LegacyClient.result(stream).at("/structuredContent/error/message").asText()).isEqualTo("The client did not answer");
    }

    @Test
    void aShortSecretIsRefused() {
        assertThatThrownBy(() -> OwnGateway.withEntries().set("conversation.secret", "short").start())
                .hasStackTraceContaining("at least 32 characters")
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("short"));
    }
}
