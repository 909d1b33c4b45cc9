package dev.caravan.bus;

import dev.caravan.routes.Scenario;
import jakarta.jms.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Messages over both buses. Each ends in an answer or a dead letter, perhaps with a refusal; a scenario fails if it gets neither. */
public final class BusScenarios implements AutoCloseable {

    private static final long PATIENCE_MS = 60_000;
    /** The refusal of a message that is a dead letter too. */
    private static final String REFUSED = "-32600";
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echart_generate\","
            + "\"arguments\":{\"type\":5}}}";

    private final String dead;
    private final JmsClient jms;
    private final KafkaClient kafka;
    private final KafkaConsumer<byte[], byte[]> deadRecords;
    private final List<ConsumerRecord<byte[], byte[]>> polledDead = new ArrayList<>();

    /**
     * @param servers of Kafka; null: there are scenarios of JMS alone
     * @param name    of the queue and the topic; their dead letters are at {@code NAME-dead}
     */
    public BusScenarios(String broker, String servers, String name) {
        this.dead = name + "-dead";
        this.jms = new JmsClient(broker, name);
        this.kafka = servers == null ? null : new KafkaClient(servers, name);
        this.deadRecords = kafka == null ? null : kafka.consumer(dead);
    }

    public List<Scenario> all() {
        List<Scenario> all = new ArrayList<>(overJms());
        all.addAll(overKafka());
        return all;
    }

    /** Those of Kafka alone. */
    public List<Scenario> overKafka() {
        return List.of(Scenario.of("Kafka ping", overKafka(PING)), Scenario.of("Kafka call", overKafka(CALL)),
                Scenario.of("Kafka no JSON", overKafka("{")), Scenario.of("Kafka too large", overKafka("x".repeat(200_000))));
    }

    /** Those of JMS alone. */
    public List<Scenario> overJms() {
        return List.of(Scenario.of("JMS ping", overJms(PING)), Scenario.of("JMS call", overJms(CALL)),
                Scenario.of("JMS no JSON", overJms("{")), Scenario.of("JMS too large", overJms("x".repeat(200_000))));
    }

    private Callable<String> overJms(String text) {
        return () -> {
            String correlation = UUID.randomUUID().toString();
            jms.send(jms.text(text), correlation, jms.answers(), 0);
            long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MS).toNanos();
            while (System.nanoTime() < end) {
                Message answer = jms.next(20);
                String body = answer == null ? REFUSED : JmsClient.body(answer);
                if (!body.contains(REFUSED) && correlation.equals(answer.getJMSCorrelationID())) {
                    return "200 " + body;
                }
                Message letter = jms.take(dead, 20);
                if (letter != null && correlation.equals(letter.getJMSCorrelationID())) {
                    return "500 " + letter.getStringProperty("caravanReason");
                }
            }
            throw new AssertionError("Neither an answer nor a dead letter");
        };
    }

    private Callable<String> overKafka(String text) {
        return () -> {
            String correlation = UUID.randomUUID().toString();
            kafka.send(kafka.record(0, text.getBytes(StandardCharsets.UTF_8), correlation, kafka.answers()));
            long end = System.nanoTime() + Duration.ofMillis(PATIENCE_MS).toNanos();
            while (System.nanoTime() < end) {
                ConsumerRecord<byte[], byte[]> answer = kafka.next(Duration.ofMillis(20));
                String body = answer == null ? REFUSED : new String(answer.value(), StandardCharsets.UTF_8);
                if (!body.contains(REFUSED) && correlation.equals(KafkaClient.correlation(answer))) {
                    return "200 " + body;
                }
                ConsumerRecord<byte[], byte[]> letter = KafkaClient.next(deadRecords, polledDead, Duration.ofMillis(20));
                if (letter != null && correlation.equals(KafkaClient.correlation(letter))) {
                    return "500 " + KafkaClient.header(letter, "caravanReason");
                }
            }
            throw new AssertionError("Neither an answer nor a dead letter");
        };
    }

    @Override
    public void close() {
        jms.close();
        if (kafka != null) {
            deadRecords.close();
            kafka.close();
        }
    }
}
