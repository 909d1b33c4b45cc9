package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A durable subscriber of audit events gets those that came while it was away, also over a restart of the gateway, as CloudEvents. */
@Tag("nightly")
class AuditSubscriptionTest {

    private static final long SOON_MS = 90_000;

    private final String name = "subscription-" + System.nanoTime();
    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();

    @Test
    void aSubscriberThatWasAwayGetsTheEventsOfBothGateways() throws Exception {
        List<String> ofJms = new ArrayList<>(readJms(0));
        List<ConsumerRecord<byte[], byte[]>> ofKafka = new ArrayList<>(readKafka(0));
        for (String word : List.of("one", "two")) { // a restart between them
            try (OwnGateway gateway = OwnGateway.withEntries().tool("greet_" + word, "t", "hello")
                    .settings("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name,
                            "bus.jms.audit-topic=" + name + "-audit", "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka,
                            "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name, "bus.kafka.audit-topic=" + name + "-audit")
                    .start()) {
                gateway.client().call("greet_" + word, McpClient.object("{}"));
                gateway.client().call("greet_" + word, McpClient.object("{}"));
                if (word.equals("one")) {
                    ofJms.addAll(readJms(1)); // the cursor is after the first of four
                    ofKafka.addAll(readKafka(1));
                } else {
                    ofJms.addAll(readJms(3));
                    ofKafka.addAll(readKafka(3));
                }
            }
        }
        areTheFour(ofJms);
        assertThat(ofJms.subList(0, 2)).allMatch(event -> event.contains("greet_one"));
        areTheFour(ofKafka.stream().map(event -> new String(event.value(), StandardCharsets.UTF_8)).toList());
        Set<String> ids = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> event : ofKafka) {
            assertThat(KafkaClient.header(event, "ce_specversion")).isEqualTo("1.0");
            assertThat(KafkaClient.header(event, "ce_type")).isEqualTo("dev.caravan.audit");
            assertThat(KafkaClient.header(event, "ce_source")).isEqualTo("/caravan");
            assertThat(ids.add(KafkaClient.header(event, "ce_id"))).as("ids are unique").isTrue();
        }
    }

    private static void areTheFour(List<String> events) {
        assertThat(events).hasSize(4);
        for (String word : List.of("one", "two")) {
            assertThat(events).filteredOn(event -> event.contains("\"tool\":\"greet_" + word + "\"")).hasSize(2);
        }
    }

    /** Comes, reads so many and leaves. */
    private List<String> readJms(int count) throws JMSException {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(jms); Connection connection = factory.createConnection()) {
            connection.setClientID(name);
            connection.start();
            Session session = connection.createSession();
            List<String> events = new ArrayList<>();
            try (MessageConsumer subscriber = session.createDurableSubscriber(session.createTopic(name + "-audit"), "auditor")) {
                for (int i = 0; i < count; i++) {
                    Message event = subscriber.receive(SOON_MS);
                    assertThat(event).as("event " + i).isNotNull();
                    assertThat(event.getStringProperty("cloudEvents_id")).isNotBlank();
                    events.add(JmsClient.body(event));
                }
            }
            return events;
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> readKafka(int count) {
        List<ConsumerRecord<byte[], byte[]>> events = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", kafka, "group.id", name + "-auditor",
                "auto.offset.reset", "earliest", "max.poll.records", "1", "enable.auto.commit", "false"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(name + "-audit"));
            long end = System.nanoTime() + Duration.ofMillis(SOON_MS).toNanos();
            while (events.size() < count && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(events::add);
                consumer.commitSync();
            }
        }
        return events;
    }
}
