package dev.caravan.call;

import static dev.caravan.McpClient.object;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.store.Store;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With a store, an idempotency key is remembered until it expires. Then its call runs again, and keys that nobody sends again are deleted.
 */
@Tag("nightly")
class StoredKeysTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    /** Counts its runs. */
    public static final class Run implements Processor {

        @Override
        public void process(Exchange exchange) {
            exchange.getMessage().setBody("run " + RUNS.incrementAndGet());
        }
    }

    private static OwnGateway start() {
        OwnGateway gateway = OwnGateway.withEntries().bean(Run.class).store().set("calls.max-keys-per-caller", 2)
                .file("run_it", RouteYaml.tool("run_it", "description: x", "- process:\n    ref: storedKeysTest.Run")).start();
        await("the store").atMost(60, SECONDS)
                .until(() -> call(gateway, UUID.randomUUID().toString(), UUID.randomUUID().toString()).has("result"));
        return gateway;
    }

    private static JsonNode call(OwnGateway gateway, String key, String user) {
        return gateway.client().call("run_it", object("{}"), "Idempotency-Key", key, "X-User-Id", user).json();
    }

    private static String data(JsonNode answer) {
        return answer.at("/result/structuredContent/data").asText();
    }

    private static List<String> keys(OwnGateway gateway) {
        return gateway.bean(Store.class).run(jdbc -> jdbc.sql("select key from key_value where kind = 'call'").query(String.class).list());
    }

    /** Lets keys expire, as if a day had passed. */
    private static void age(OwnGateway gateway, List<String> keys) {
        int aged = gateway.bean(Store.class)
                .<Integer, RuntimeException>transact(jdbc -> jdbc
                        .sql("update key_value set expires_at = now() - interval '1 second' where kind = 'call' and key in (:keys)")
                .param("keys", keys).update());
        assertThat(aged).isEqualTo(keys.size());
    }

    @Test
    void keyExpiresAfterADay() {
        try (OwnGateway gateway = start()) {
            String user = "day-" + UUID.randomUUID();
            List<String> before = keys(gateway);
            call(gateway, "k1", user);

            List<String> ofADay = gateway.bean(Store.class).run(jdbc -> jdbc.sql(
                    "select key from key_value where kind = 'call' and expires_at between now() + interval '23 hours' and now() + "
                            + "interval '24 hours'")
                    .query(String.class).list());
            assertThat(ofADay).containsAll(added(gateway, before));
        }
    }

    private static List<String> added(OwnGateway gateway, List<String> before) {
        List<String> added = keys(gateway).stream().filter(key -> !before.contains(key)).toList();
        assertThat(added).isNotEmpty();
        return added;
    }

    @Test
    void expiredKeyRunsItsCallAgainAndDoesNotCount() {
        try (OwnGateway gateway = start()) {
            String user = "aged-" + UUID.randomUUID();
            List<String> before = keys(gateway);
            String first = data(call(gateway, "k1", user));
            assertThat(data(call(gateway, "k1", user))).isEqualTo(first).startsWith("run ");
            call(gateway, "k2", user);
            assertThat(call(gateway, "k3", user).at("/error/message").asText()).contains("limit of 2 idempotency keys");

            age(gateway, added(gateway, before));

            String again = data(call(gateway, "k1", user));
            assertThat(again).startsWith("run ").isNotEqualTo(first);
            assertThat(data(call(gateway, "k1", user))).as("its new answer").isEqualTo(again);
            assertThat(data(call(gateway, "k3", user))).as("k2 has expired too").startsWith("run ");
        }
    }

    @Test
    void expiredKeysAreDeleted() {
        List<String> aged;
        try (OwnGateway gateway = start()) {
            List<String> before = keys(gateway);
            call(gateway, "k1", "swept-" + UUID.randomUUID());
            call(gateway, "k2", "swept-" + UUID.randomUUID());
            aged = added(gateway, before);
            age(gateway, aged);
        }
        try (OwnGateway next = start()) { // its first call with a key sweeps
            assertThat(keys(next)).isNotEmpty().doesNotContainAnyElementsOf(aged);
        }
    }
}
