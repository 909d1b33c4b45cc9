package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source whose broker goes away says so in its resource, and has events again when the broker is back. */
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
    void sourceShowsALostBrokerAndReconnects(String kamelet) throws Exception {
        boolean isKafka = kamelet.contains("kafka");
        ServerHandle broker = SharedServers.get(isKafka ? ServerKind.KAFKA : ServerKind.ARTEMIS);
        String name = "outage" + System.nanoTime();
        String settings = kamelet.replace("BROKER", broker.address()).replace("NAME", name);
        configure("send", settings.replace("KIND", "sink") + "}\ntimeout: 60s\n");
        configure(orders,
                settings.replace("KIND", "source") + (isKafka ? ", autoOffsetReset: earliest, consumerGroup: " + name : "") + "}\n");
        start();
        until(() -> content(uri).at("/state").asText().equals("running"));
        until(() -> call("send", "{\"body\":\"before\"}").path("ok").asBoolean() && !events(uri).isEmpty());

        try {
            try (var stream = listen(uri)) {
                assertThat(stream.next()).contains(uri);
                broker.stop();
                do { // the first may be of the event before
                    assertThat(stream.next(Duration.ofSeconds(60))).as("subscribers hear of it")
                            .contains("notifications/resources/updated");
                } while (!content(uri).at("/state").asText().equals("failing"));
            }
            JsonNode down = content(uri);
            assertThat(down.at("/state").asText()).as(down.toString()).isEqualTo("failing");
            assertThat(down.at("/lastError/message").asText()).isNotEmpty();
            assertThat(down.at("/events/0/body").asText()).as("past events stay").isEqualTo("before");
            assertThat(gateway.bean(KameletFolder.class).all().stream().filter(each -> each.name().equals(orders)).toList().toString())
                    .contains(down.at("/lastError/message").asText());
        } finally {
            broker.start();
        }
        until(() -> content(uri).at("/state").asText().equals("running"));
        until(() -> call("send", "{\"body\":\"after\"}").path("ok").asBoolean()
                && events(uri).toString().contains("after"));
        assertThat(content(uri).at("/lastError/at").asText()).as("what happened is still told").isNotEmpty();
        assertThat(gateway.bean(Kamelets.class).failures()).isEmpty();
    }
}
