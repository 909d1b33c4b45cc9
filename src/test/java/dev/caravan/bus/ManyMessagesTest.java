package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand messages that waited before the gateway started, a thousand callers that left, and a message of 100 MB. */
@Tag("nightly")
class ManyMessagesTest {

    private static final int MESSAGES = 10_000;
    private static final int CALLERS = 1_000;
    private static final int LARGE = 100_000_000;
    private static final Duration LONG = Duration.ofMinutes(8);

    private final Path counts = BusGateway.counts();
    private final String name = "many-" + System.nanoTime();
    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();

    @Test
    void waitingMessagesOfJmsRunOnceEach() throws Exception {
        try (JmsClient client = new JmsClient(jms, name)) {
            client.with(session -> {
                try (MessageProducer producer = session.createProducer(session.createQueue(name))) {
                    for (int i = 0; i < MESSAGES; i++) {
                        TextMessage message = client.text(call("change", "m" + i));
                        message.setJMSReplyTo(client.answers());
                        message.setJMSCorrelationID("m" + i);
                        producer.send(message);
                    }
                }
                return null;
            });
            try (BusGateway gateway = gateway("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name)) {
                Set<String> answered = new HashSet<>();
                for (int i = 0; i < MESSAGES; i++) {
                    Message answer = client.next(LONG.toMillis());
                    assertThat(answered.add(answer.getJMSCorrelationID())).isTrue();
                    assertThat(JmsClient.body(answer)).contains("change " + answer.getJMSCorrelationID() + " for local");
                }
                ranOnceEach("change");
                assertThat(client.next(1_000)).isNull();
            }
        }
    }

    @Test
    void waitingRecordsOfKafkaRunOnceEach() throws Exception {
        String kafka = SharedServers.get(ServerKind.KAFKA).address();
        try (KafkaClient client = new KafkaClient(kafka, name)) {
            for (int i = 0; i < MESSAGES; i++) {
                client.send(client.record(i % 4, call("look", "m" + i).getBytes(StandardCharsets.UTF_8), "m" + i, client.answers()));
            }
            try (BusGateway gateway = gateway("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name,
                    "bus.kafka.group-id=" + name)) {
                Set<String> answered = new HashSet<>();
                for (int i = 0; i < MESSAGES; i++) {
                    ConsumerRecord<byte[], byte[]> answer = client.next(LONG);
                    assertThat(answered.add(KafkaClient.correlation(answer))).isTrue();
                }
                ranOnceEach("look");
                assertThat(client.next(Duration.ofSeconds(1))).isNull();
            }
        }
    }

    @Test
    void callersThatLeftAndAMessageOf100MegabytesAreDroppedAndRefused() throws Exception {
        try (JmsClient client = new JmsClient(jms, name)) {
            client.with(session -> {
                for (int i = 0; i < CALLERS; i++) {
                    TemporaryQueue left = session.createTemporaryQueue();
                    client.send(client.text(call("change", "left" + i)), null, left, 0);
                    left.delete();
                }
                return null;
            });
            try (BusGateway gateway = gateway("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name,
                    "bus.jms.dead-letters=" + name + "-dead")) {
                await().atMost(LONG).until(() -> {
                    Counter dropped = gateway.bean(MeterRegistry.class).find("caravan.bus.messages").tags("end", "dropped").counter();
                    return dropped != null && dropped.count() == CALLERS;
                });
                client.with(session -> {
                    BytesMessage large = session.createBytesMessage();
                    large.writeBytes(new byte[LARGE]);
                    return client.send(large, "large", client.answers(), 0);
                });
                assertThat(JmsClient.body(client.next(LONG.toMillis()))).contains("exceeds the limit");
                assertThat(((BytesMessage) client.take(name + "-dead", LONG.toMillis())).getBodyLength()).isEqualTo(LARGE);
            }
        }
    }

    private BusGateway gateway(String... settings) {
        return new BusGateway(counts, List.of(settings));
    }

    private void ranOnceEach(String tool) throws Exception {
        List<String> runs = Files.readAllLines(counts.resolve("runs"));
        assertThat(runs).hasSize(MESSAGES).doesNotHaveDuplicates().allMatch(run -> run.startsWith(tool + " m"));
    }
}
