package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * By default senders can have answers sent to destinations that begin with caravan.answers, and to no other; dead letters have no
 * credentials.
 */
@Tag("nightly")
class ReplyDestinationsTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    private static final long NEVER_MS = 3_000;

    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();
    private final String name = "replies-" + System.nanoTime();
    private final String dead = "dead-" + name;

    @Test
    void jmsRepliesGoToTemporaryQueuesAndQueuesWithThePrefix() throws Exception {
        try (BusGateway gateway = new BusGateway(BusGateway.counts(), "bus.jms.enabled=true", "bus.jms.broker-url=" + jms,
                "bus.jms.queue=" + name, "bus.jms.dead-letters=" + dead);
                JmsClient client = new JmsClient(jms, name)) {
            client.send(client.text(PING), "1", client.with(session -> session.createQueue("orders-" + name)), 0);
            client.send(client.text(PING), "2", client.with(session -> session.createQueue("caravan.answers." + name)), 0);

            assertThat(client.take("caravan.answers." + name, 30_000)).isNotNull();
            assertThat(client.take("orders-" + name, NEVER_MS)).isNull();
            assertThat(client.ask(PING)).contains("result");
        }
    }

    @Test
    void kafkaRepliesGoToTopicsWithThePrefix() {
        try (BusGateway gateway = kafka(); KafkaClient client = new KafkaClient(kafka, name);
                var refused = client.consumer("orders-" + name); var answers = client.consumer("caravan.answers." + name)) {
            client.send(client.record(null, PING.getBytes(StandardCharsets.UTF_8), "1", "orders-" + name));
            client.send(client.record(null, PING.getBytes(StandardCharsets.UTF_8), "2", "caravan.answers." + name));

            assertThat(KafkaClient.next(answers, new ArrayList<>(), Duration.ofSeconds(60))).isNotNull();
            assertThat(KafkaClient.next(refused, new ArrayList<>(), Duration.ofMillis(NEVER_MS))).isNull();
        }
    }

    @Test
    void deadLettersHaveNoCredentials() throws Exception {
        String[] headers = {"Authorization", "Bearer secret", "X-API-Key", "secret", "x-account-id", "a"};
        try (BusGateway gateway = new BusGateway(BusGateway.counts(), "bus.jms.enabled=true", "bus.jms.broker-url=" + jms,
                "bus.jms.queue=" + name, "bus.jms.dead-letters=" + dead);
                JmsClient client = new JmsClient(jms, name)) {
            client.tell("{nonsense", headers);
            var letter = client.take(dead, 30_000);
            assertThat(letter.getStringProperty("x_account_id")).isEqualTo("a");
            assertThat(letter.propertyExists("Authorization") || letter.propertyExists("X_API_Key")).isFalse();
        }
        try (BusGateway gateway = kafka(); KafkaClient client = new KafkaClient(kafka, name); var letters = client.consumer(dead)) {
            client.tell("{nonsense", headers);
            var letter = KafkaClient.next(letters, new ArrayList<>(), Duration.ofSeconds(60));
            assertThat(letter.headers()).extracting(header -> header.key()).contains("x-account-id").doesNotContain("Authorization",
                    "X-API-Key");
        }
    }

    private BusGateway kafka() {
        return new BusGateway(BusGateway.counts(), "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka,
                "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name,
                "bus.kafka.dead-letters=" + dead);
    }
}
