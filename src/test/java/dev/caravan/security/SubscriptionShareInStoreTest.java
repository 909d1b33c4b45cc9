package dev.caravan.security;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.security.SecuredClient.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With a store, where all gateways know the subscriptions of sessions, a caller has the same share of them. */
@Tag("full")
class SubscriptionShareInStoreTest {

    private static final String KEY = "kFay-9f3c0c6f0b1e4c5f9f0e";
    private static final String OTHER = "kGus-1a3f77de21b84d0c33ab";

    private SecuredClient client;

    @Test
    void oneCallerCannotFillTheDatabase() {
        try (OwnGateway gateway = OwnGateway.withEntries().store().set("conversation.max-subscriptions-per-caller", "2KB")
                .apiKey("fay", KEY, "tools:read")
                .apiKey("gus", OTHER, "tools:read")
                .file("thing",
                        RouteYaml.route("thing", "ai-resource:thing", "uriTemplate: thing:///{id}", "- setBody:\n    constant: content"))
                .start()) {
            client = new SecuredClient(gateway.url());
            String[] first = session(KEY);
            String[] second = session(KEY);
            await("the store").atMost(60, SECONDS).until(() -> subscribe(first, 0).json().has("result"));
            int kept = 1;
            Answer answer = subscribe(second, kept);
            while (answer.status() == 200 && kept < 30) {
                kept++;
                answer = subscribe(kept % 2 == 0 ? first : second, kept);
            }

            assertThat(kept).isBetween(10, 20);
            assertThat(answer.status()).isEqualTo(429);
            assertThat(subscribe(first, 0).status()).as("what it has already").isEqualTo(200);
            assertThat(subscribe(session(OTHER), 0).status()).as("another caller").isEqualTo(200);

            assertThat(client.send("DELETE", "/mcp", null, first).status()).isEqualTo(204);

            assertThat(subscribe(second, 100).status()).as("after a session has ended").isEqualTo(200);
            assertThat(client.send("DELETE", "/mcp", null, second).status()).isEqualTo(204);
        }
    }

    /** The headers of a new session. */
    private String[] session(String key) {
        String id = await("a secret of the store's").atMost(60, SECONDS)
                .until(() -> client.rpc("initialize",
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}",
                        "X-API-Key", key)
                .header("Mcp-Session-Id"), given -> !given.isEmpty());
        return new String[] {"X-API-Key", key, "Mcp-Session-Id", id, "MCP-Protocol-Version", "2025-11-25"};
    }

    /** About 140 bytes. */
    private Answer subscribe(String[] session, int number) {
        return client.rpc("resources/subscribe", "{\"uri\":\"thing:///" + "x".repeat(20) + String.format("%03d", number) + "\"}", session);
    }
}
