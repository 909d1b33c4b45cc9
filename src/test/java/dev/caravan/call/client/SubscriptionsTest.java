package dev.caravan.call.client;

import static dev.caravan.McpClient.object;
import static dev.caravan.call.client.LegacyClient.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import dev.caravan.StreamClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whoever has subscribed to a resource hears that it has changed, at whichever gateway that was said. */
@Tag("nightly")
class SubscriptionsTest extends SharedStoreTest {

    private static final Duration SHORT = Duration.ofMillis(500);

    @Test
    void legacyClientHearsOnItsSessionStreamAtAnyGateway() throws Exception {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");
        LegacyClient foreign = LegacyClient.open(ONE, "2025-11-25", "{}");
        foreign.request("resources/subscribe", object("{\"uri\":\"thing:///b\"}"));
        try (StreamClient stream = legacy.at(OTHER).listen(null); StreamClient others = foreign.at(OTHER).listen(null)) {
            assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///a\"}")).result()).isEmpty();
            assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///a\"}")).result()).as("again").isEmpty();

            touch(ONE, "a");

            assertThat(message(stream)).isEqualTo(
                    object("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"thing:///a\"}}"));
            touch(OTHER, "a");
            assertThat(message(stream).at("/params/uri").asText()).isEqualTo("thing:///a");

            assertThat(legacy.at(OTHER).request("resources/unsubscribe", object("{\"uri\":\"thing:///a\"}")).result()).isEmpty();
            touch(ONE, "a");
            touch(ONE, "b");
            assertThat(message(others).at("/params/uri").asText()).isEqualTo("thing:///b");
            assertThat(stream.nextEvent(SHORT)).isNull();
        }
    }

    @Test
    void missingResourcesAndTooManySubscriptionsAreRefused() {
        LegacyClient legacy = LegacyClient.open(ONE, "2025-11-25", "{}");

        assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"nothing:///a\"}")).error().get("code").asInt())
                .isEqualTo(-32002);
        assertThat(legacy.request("resources/subscribe", object("{}")).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(legacy.request("resources/unsubscribe", object("{\"uri\":7}")).error().get("code").asInt()).isEqualTo(-32602);
        assertThat(legacy.at(OTHER).request("resources/subscribe", object("{\"uri\":\"thing:///0\"}")).result()).isEmpty();
        one.bean(Store.class).run(
                jdbc -> jdbc.sql("update key_value set value = (select string_agg(convert_to('thing:///' || n, 'UTF8'), '\\000'::bytea) "
                + "from generate_series(0, 999) n) where kind = 'subscriptions' and value = convert_to('thing:///0', 'UTF8')").update());
        assertThat(legacy.request("resources/subscribe", object("{\"uri\":\"thing:///x\"}")).error().get("message").asText())
                .contains("at most 1000");
    }

    @Test
    void modernClientHearsOfUpdates() throws Exception {
        try (StreamClient stream = StreamClient.listen(OTHER, "/mcp", "{\"resourceSubscriptions\":[\"thing:///m\",\"nothing:///m\"]}")) {
            assertThat(stream.next()).contains("\"resourceSubscriptions\":[\"thing:///m\"]");

            touch(ONE, "m");

            assertThat(stream.next()).contains("notifications/resources/updated", "thing:///m");
            touch(ONE, "n");
            assertThat(stream.next(SHORT)).isNull();
        }
    }

    @Test
    void stoppingGatewayAnnouncesTheEndOfAStream() throws Exception {
        int port = FreePorts.pick();
        try (OwnGateway brief = OwnGateway.withEntries().port(port).properties(STORE).start();
                StreamClient stream = StreamClient.listen(port, "/mcp", "{}")) {
            assertThat(stream.next()).contains("acknowledged");

            brief.close();

            assertThat(object(stream.next())).isEqualTo(object("""
                    {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"""));
            assertThat(stream.next()).isEqualTo(StreamClient.END);
        }
    }
}
