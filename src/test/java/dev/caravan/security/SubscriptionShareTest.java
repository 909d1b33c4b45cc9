package dev.caravan.security;

import static dev.caravan.KeyedGateway.DAN;
import static dev.caravan.KeyedGateway.EVE;
import static dev.caravan.KeyedGateway.FAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.KeyedGateway;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.StreamClient;
import dev.caravan.security.SecuredClient.Answer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What one caller subscribes to, on all its streams and in all its sessions, takes no more memory than its share; all callers together no
 * more than the budget.
 */
class SubscriptionShareTest {

    private static final String LEGACY = "2025-11-25";

    private static OwnGateway gateway;
    private static SecuredClient client;

    @BeforeAll
    static void start() {
        gateway = KeyedGateway.builder()
                .file("thing",
                        RouteYaml.route("thing", "ai-resource:thing", "uriTemplate: thing:///{id}", "- setBody:\n    constant: content"))
                .start();
        client = new SecuredClient(gateway.url());
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void oneCallerCannotFillTheMemoryWithStreams() throws Exception {
        try (StreamClient first = listen(DAN, 20)) {
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.next()).contains("thing:///");
            try (StreamClient second = listen(DAN, 20); StreamClient other = listen(EVE, 20); StreamClient third = listen(FAY, 20)) {
                assertThat(second.status()).isEqualTo(429);
                assertThat(second.body())
                        .contains("Your subscriptions exceed the limit of 10240 bytes for one caller. End some of them first");
                assertThat(other.status()).as("another caller").isEqualTo(200);
                assertThat(third.status()).as("beyond the budget of all").isEqualTo(503);
            }
        }
        await().until(() -> {
            try (StreamClient again = listen(DAN, 20)) {
                return again.status() == 200;
            }
        });
    }

    @Test
    void oneCallerCannotFillTheMemoryWithSessions() throws Exception {
        await("the streams of other tests").until(() -> gateway.bean(MeterRegistry.class).get("caravan.http.streams").gauge().value() == 0);
        String first = session(DAN);
        String second = session(DAN);
        int kept = 0;
        Answer answer = subscribe(DAN, first, kept);
        while (answer.status() == 200 && kept < 100) {
            kept++;
            answer = subscribe(DAN, kept % 2 == 0 ? first : second, kept);
        }

        assertThat(kept).isBetween(10, 40);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.json().at("/error/message").asText()).contains("for one caller");
        assertThat(subscribe(DAN, first, 0).status()).as("what it has already").isEqualTo(200);
        assertThat(subscribe(EVE, session(EVE), 0).status()).as("another caller").isEqualTo(200);
        assertThat(client.rpc("resources/unsubscribe", uri(0), headers(DAN, first)).status()).isEqualTo(200);
        assertThat(subscribe(DAN, second, 200).status()).as("in place of one that was ended").isEqualTo(200);
        assertThat(subscribe(DAN, second, 201).status()).isEqualTo(429);

        assertThat(client.send("DELETE", "/mcp", null, headers(DAN, first)).status()).isEqualTo(204);

        assertThat(subscribe(DAN, second, 202).status()).as("after a session has ended").isEqualTo(200);
        assertThat(client.send("DELETE", "/mcp", null, headers(DAN, second)).status()).isEqualTo(204);
    }

    private static StreamClient listen(String key, int resources) throws IOException {
        String uris = IntStream.range(0, resources).mapToObj(SubscriptionShareTest::thing).collect(Collectors.joining("\",\"", "\"", "\""));
        return StreamClient.listen(gateway.port(), "/mcp", "{\"resourceSubscriptions\":[" + uris + "]}", "X-API-Key", key);
    }

    private static String session(String key) {
        return client
                .rpc("initialize",
                        "{\"protocolVersion\":\"" + LEGACY + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}",
                        "X-API-Key", key)
                .header("Mcp-Session-Id");
    }

    private static Answer subscribe(String key, String session, int number) {
        return client.rpc("resources/subscribe", uri(number), headers(key, session));
    }

    private static String[] headers(String key, String session) {
        return new String[] {"X-API-Key", key, "Mcp-Session-Id", session, "MCP-Protocol-Version", LEGACY};
    }

    private static String uri(int number) {
        return "{\"uri\":\"" + thing(number) + "\"}";
    }

    /** 300 characters. */
    private static String thing(int number) {
        return String.format("thing:///%03d", number) + "x".repeat(288);
    }
}
