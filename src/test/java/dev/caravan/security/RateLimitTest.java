package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three requests at once, then one in each period, each caller for itself. */
@Tag("full")
class RateLimitTest {

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries()
                .settings("security.rate-limit.calls=1", "security.rate-limit.per=10m", "security.rate-limit.burst=3").start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void limitedCallerIsToldWhenToRetry() {
        for (int i = 0; i < 3; i++) {
            assertThat(ping("alice").status()).isEqualTo(200);
        }

        SecuredClient.Answer refused = ping("alice");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.json().at("/error/code").asInt()).isEqualTo(-32600);
        int wait = Integer.parseInt(refused.header("Retry-After"));
        assertThat(wait).isBetween(1, 600);
        assertThat(ping("bob").status()).as("another caller").isEqualTo(200);
        assertThat(client.rpc("ping", "{}").status()).as("one without a name").isEqualTo(200);
        assertThat(client.send("GET", "/.well-known/oauth-protected-resource", null, "X-User-Id", "alice").status()).as("public")
                .isEqualTo(404);
    }

    @Tag("full")
    @Test
    void limitedCallerIsServedOnceInEachPeriod() {
        try (OwnGateway brief = OwnGateway.withEntries()
                .settings("security.rate-limit.calls=1", "security.rate-limit.per=1s", "security.rate-limit.burst=1").start()) {
            SecuredClient caller = new SecuredClient(brief.url());
            long begin = System.nanoTime();
            int served = 0;
            int refused = 0;
            while (served < 3 || refused == 0) {
                SecuredClient.Answer answer = caller.rpc("ping", "{}", "X-User-Id", "alice");
                assertThat(answer.status()).isIn(200, 429);
                if (answer.status() == 200) {
                    served++;
                } else {
                    refused++;
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                }
                long periods = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
                assertThat(served).as("one at once, then one in each period").isLessThanOrEqualTo((int) (1 + periods));
                assertThat(periods).as("served again").isLessThan(60);
            }
        }
    }

    @Test
    void eachMessageOfABatchCounts() {
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

        SecuredClient.Answer answer = client.send("POST", "/mcp", "[" + String.join(",", List.of(ping, ping, ping, ping, ping)) + "]",
                "X-User-Id", "carol");

        List<JsonNode> replies = new java.util.ArrayList<>();
        replies(answer.body()).forEach(replies::add);
        assertThat(replies).hasSize(5).filteredOn(reply -> reply.has("result")).hasSize(3);
        assertThat(replies.get(4).at("/error/message").asText())
                .isEqualTo("You have reached the rate limit. Send the next request after the time in Retry-After");
    }

    private static JsonNode replies(String body) {
        try {
            return dev.caravan.McpClient.JSON.readTree(body);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static SecuredClient.Answer ping(String user) {
        return client.rpc("ping", "{}", "X-User-Id", user);
    }
}
