package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source whose broker goes away keeps its events, and has new ones when the broker is back. */
@Tag("nightly")
class KameletOutageTest extends KameletGateways {

    private final String orders = named("orders");
    private final String uri = "kamelet:///" + orders;

    @ParameterizedTest
    @ValueSource(strings = {
        "kamelet: jms-apache-artemis-KIND\nproperties: {brokerURL: 'BROKER', destinationName: NAME",
        "kamelet: kafka-not-secured-KIND\nproperties: {bootstrapServers: 'BROKER', topic: NAME",
        "kamelet: mqtt5-KIND\nproperties: {brokerUrl: 'BROKER', topic: NAME"
    })
    void sourceReconnectsToALostBroker(String kamelet) throws Exception {
        boolean isKafka = kamelet.contains("kafka");
        ServerHandle broker = SharedServers.get(isKafka ? ServerKind.KAFKA : ServerKind.ARTEMIS);
        String name = "outage" + System.nanoTime();
        String settings = kamelet.replace("BROKER", broker.address()).replace("NAME", name);
        configure("send", settings.replace("KIND", "sink") + "}\ntimeout: 60s\n");
        configure(orders,
                settings.replace("KIND", "source") + (isKafka ? ", autoOffsetReset: earliest, consumerGroup: " + name : "") + "}\n");
        start();
        started(orders);
        until(() -> call("send", "{\"body\":\"before\"}").path("ok").asBoolean() && !events(uri).isEmpty());

        try {
            broker.stop();
            assertThat(events(uri).at("/0/body").asText()).as("past events stay").isEqualTo("before");
        } finally {
            broker.start();
        }
        started(orders);
        until(() -> call("send", "{\"body\":\"after\"}").path("ok").asBoolean()
                && events(uri).toString().contains("after"));
        assertThat(gateway.bean(Kamelets.class).failures()).isEmpty();
    }
}
