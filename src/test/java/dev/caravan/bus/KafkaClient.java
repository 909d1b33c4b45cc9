package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Over Kafka, with a topic of its own for the answers. For one thread. */
public final class KafkaClient implements BusClient {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final String servers;
    private final String topic;
    private final String answers = "caravan.answers-" + UUID.randomUUID();
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();

    public KafkaClient(String servers, String topic) {
        this.servers = servers;
        this.topic = topic;
        this.producer = new KafkaProducer<>(Map.of("bootstrap.servers", servers), new ByteArraySerializer(), new ByteArraySerializer());
        this.consumer = consumer(answers);
    }

    /** Reads all of a topic. */
    KafkaConsumer<byte[], byte[]> consumer(String of) {
        KafkaConsumer<byte[], byte[]> all = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "group.id", UUID.randomUUID().toString(),
                        "auto.offset.reset", "earliest", "allow.auto.create.topics", "true", "metadata.max.age.ms", "2000"),
                new ByteArrayDeserializer(), new ByteArrayDeserializer());
        all.subscribe(List.of(of));
        return all;
    }

    @Override
    public String ask(String message, String... headers) {
        String correlation = UUID.randomUUID().toString();
        send(record(null, message.getBytes(StandardCharsets.UTF_8), correlation, answers, headers));
        ConsumerRecord<byte[], byte[]> answer = next(PATIENCE);
        assertThat(answer).as("an answer to " + message).isNotNull();
        assertThat(correlation(answer)).isEqualTo(correlation);
        return new String(answer.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void tell(String message, String... headers) {
        send(record(null, message.getBytes(StandardCharsets.UTF_8), null, null, headers));
    }

    ProducerRecord<byte[], byte[]> record(Integer partition, byte[] value, String correlation, String replyTopic, String... headers) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, null, value);
        if (correlation != null) {
            record.headers().add("kafka_correlationId", correlation.getBytes(StandardCharsets.UTF_8));
        }
        if (replyTopic != null) {
            record.headers().add("kafka_replyTopic", replyTopic.getBytes(StandardCharsets.UTF_8));
            record.headers().add("kafka_replyPartition", ByteBuffer.allocate(4).putInt(0).array());
        }
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], headers[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return record;
    }

    void send(ProducerRecord<byte[], byte[]> record) {
        try {
            producer.send(record).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    String answers() {
        return answers;
    }

    /** The next answer; null: none came. */
    ConsumerRecord<byte[], byte[]> next(Duration patience) {
        return next(consumer, polled, patience);
    }

    static ConsumerRecord<byte[], byte[]> next(KafkaConsumer<byte[], byte[]> consumer, List<ConsumerRecord<byte[], byte[]>> polled,
            Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (polled.isEmpty() && System.nanoTime() < end) {
            consumer.poll(Duration.ofMillis(100)).forEach(polled::add);
        }
        return polled.isEmpty() ? null : polled.remove(0);
    }

    static String correlation(ConsumerRecord<byte[], byte[]> answer) {
        return header(answer, "kafka_correlationId");
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return record.headers().lastHeader(name) == null ? null
                : new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
