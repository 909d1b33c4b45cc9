package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.call.client.LegacyClient;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nobody takes what others need: each caller has a share of the event streams, each address so many wrong credentials. */
@Tag("full")
class FairnessTest {

    private static final String ANN = "kAnn-4f3c0c6f0b1e4c5f9f0e";
    private static final String BEN = "kBen-9a3f77de21b84d0c33aa";
    private static final String CAT = "kCat-51e0b7a2c94d4e6f8a1b";

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries()
                .settings("http.max-streams-per-caller=2", "http.heartbeat=200ms", "security.failed-logins.attempts=5",
                        "security.failed-logins.per=1h")
                .apiKey("ann", ANN, "tools:read").apiKey("ben", BEN, "tools:read").apiKey("cat", CAT, "tools:read").start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void oneCallerCannotHoldAllStreams() throws Exception {
        try (StreamClient first = stream(ANN)) {
            try (StreamClient second = stream(ANN)) {
                assertThat(first.status()).isEqualTo(200);
                assertThat(second.status()).isEqualTo(200);
                try (StreamClient third = stream(ANN); StreamClient other = stream(BEN)) {
                    assertThat(third.status()).isEqualTo(429);
                    assertThat(other.status()).as("another caller").isEqualTo(200);
                }
            }
            await().until(() -> {
                try (StreamClient again = stream(ANN)) {
                    return again.status() == 200;
                }
            });
        }
    }

    @Test
    void refusedStreamOfASessionLeavesItsLiveOne() throws Exception {
        String session = LegacyClient.open(gateway.port(), "2025-11-25", "{}", "X-API-Key", CAT).session();
        try (StreamClient own = stream(CAT, "Mcp-Session-Id", session);
                StreamClient other = stream(CAT);
                StreamClient refused = stream(CAT, "Mcp-Session-Id", session)) {
            assertThat(own.status()).isEqualTo(200);
            assertThat(other.status()).isEqualTo(200);
            assertThat(refused.status()).isEqualTo(429);

            assertThat(own.nextEvent(Duration.ofSeconds(10)).data()).as("its first mark").isNullOrEmpty();
            assertThat(own.nextEvent(Duration.ofSeconds(2))).as("its end").isNull();
        }
    }

    @Test
    void wrongCredentialsOfOneAddressAreLimitedAndRightOnesAccepted() {
        for (int i = 0; i < 5; i++) {
            assertThat(client.rpc("tools/list", "{}", "X-API-Key", "wrong-" + i).status()).isEqualTo(401);
        }

        SecuredClient.Answer refused = client.rpc("tools/list", "{}", "X-API-Key", "wrong-again");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.header("Retry-After"))).isPositive();
        assertThat(client.rpc("tools/list", "{}", "X-API-Key", ANN).status()).isEqualTo(200);
        assertThat(client.rpc("tools/list", "{}").status()).as("without credentials").isEqualTo(401);
    }

    private static StreamClient stream(String key, String... more) throws Exception {
        return StreamClient.open(gateway.port(), "/mcp",
                Stream.concat(Stream.of("Accept", "text/event-stream", "X-API-Key", key), Stream.of(more)).toArray(String[]::new));
    }
}
