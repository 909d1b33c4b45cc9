package dev.caravan.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** {@link BusSide} of a topic of Kafka with four partitions. Messages go to partition 0, one after another. */
final class KafkaSide implements BusSide {

    private static final int PARTITIONS = 4;

    private final String address;
    private final String name;
    private final KafkaClient client;
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> letters;
    private final List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();

    KafkaSide(String address, String name) {
        this.address = address;
        this.name = name;
        this.admin = Admin.create(Map.of("bootstrap.servers", address));
        try {
            admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1), new NewTopic(name + "-dead", 1, (short) 1))).all().get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        this.client = new KafkaClient(address, name);
        this.letters = client.consumer(name + "-dead");
    }

    @Override
    public List<String> settings() {
        return List.of("bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + address, "bus.kafka.topic=" + name,
                "bus.kafka.group-id=" + name, "bus.kafka.dead-letters=" + name + "-dead");
    }

    Admin admin() {
        return admin;
    }

    String answers() {
        return client.answers();
    }

    @Override
    public void ask(String body, String id, String... headers) {
        ask(0, body, id, headers);
    }

    void ask(int partition, String body, String id, String... headers) {
        client.send(client.record(partition, body.getBytes(UTF_8), id, client.answers(), headers));
    }

    @Override
    public void tell(String body, String... headers) {
        client.send(client.record(0, body.getBytes(UTF_8), null, null, headers));
    }

    @Override
    public void askAndLeave(String body, String... headers) {
        askAt(999, body, null, headers);
    }

    /** Sends a request that wants its answer in that partition. */
    void askAt(int partition, String body, String id, String... headers) {
        ProducerRecord<byte[], byte[]> record = client.record(0, body.getBytes(UTF_8), id, client.answers(), headers);
        record.headers().remove("kafka_replyPartition").add("kafka_replyPartition", ByteBuffer.allocate(4).putInt(partition).array());
        client.send(record);
    }

    @Override
    public Answer next(Duration patience) {
        ConsumerRecord<byte[], byte[]> answer = client.next(patience);
        return answer == null ? null : new Answer(KafkaClient.correlation(answer), new String(answer.value(), UTF_8));
    }

    @Override
    public void reconnect() {
        // its clients do so by themselves
    }

    /** The broker removes all records that it has, as it does after their retention. */
    void expire() {
        Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
        ends(name, PARTITIONS, OffsetSpec.latest()).forEach((partition, end) -> all.put(partition, RecordsToDelete.beforeOffset(end)));
        try {
            admin.deleteRecords(all).all().get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long held() {
        try {
            Map<TopicPartition, Long> begins = ends(name, PARTITIONS, OffsetSpec.earliest());
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata().get();
            long held = 0;
            for (Map.Entry<TopicPartition, Long> end : ends(name, PARTITIONS, OffsetSpec.latest()).entrySet()) {
                OffsetAndMetadata offset = committed.get(end.getKey());
                held += end.getValue() - Math.max(begins.get(end.getKey()), offset == null ? 0 : offset.offset());
            }
            return held;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long dead() {
        return ends(name + "-dead", 1, OffsetSpec.latest()).values().stream().mapToLong(Long::longValue).sum();
    }

    Map<TopicPartition, Long> ends(String topic, int partitions, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            asked.put(new TopicPartition(topic, i), spec);
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        try {
            admin.listOffsets(asked).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return ends;
    }

    @Override
    public String reason(Duration patience) {
        ConsumerRecord<byte[], byte[]> letter = KafkaClient.next(letters, polled, patience);
        return letter == null ? null : KafkaClient.header(letter, "caravanReason");
    }

    @Override
    public void close() {
        letters.close();
        admin.close();
        client.close();
    }
}
