package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request on a topic is answered as over HTTP, and one that can not be read becomes a dead letter. */
@Tag("nightly")
class KafkaRequestsTest extends KafkaGatewayTest {

    @Test
    void replyEqualsTheHttpResponse() {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}";

        assertThat(client.request(list)).isEqualTo(gateway.http().post(list).json());
        assertThat(said(client.call("look", "{\"word\":\"一\"}"))).isEqualTo("look 一 for local");
        assertThat(said(client.call("look", "{\"word\":\"b\"}", "X-User-Id", "ann", "CamelFileName", "elsewhere", "word", "c")))
                .isEqualTo("look b for ann");
        assertThat(gateway.operations("/actuator/health")).contains("\"kafka\":{\"status\":\"UP\"");
    }

    @Test
    void changingToolsNeedAStore() {
        JsonNode answer = client.call("change", "{\"word\":\"refused\"}");

        assertThat(answer.at("/error/message").asText()).contains("caravan.store.url");
        assertThat(gateway.runs("change", "refused")).isZero();
    }

    @Test
    void missingOrForbiddenReplyTopicGetsNoReply() {
        client.tell(call("look", "one-way"));
        client.send(client.record(null, call("look", "forbidden").getBytes(StandardCharsets.UTF_8), "f", "elsewhere"));
        client.send(client.record(null, "{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}".getBytes(StandardCharsets.UTF_8), "n",
                client.answers()));

        await().atMost(SOON).until(() -> gateway.runs("look", "one-way") == 1 && gateway.runs("look", "forbidden") == 1);
        assertThat(client.next(NEVER)).isNull();
    }

    /** To Kafka's producer a partition that is not there looks like a broker that is away, for which answers wait. */
    @ParameterizedTest
    @ValueSource(strings = {"look", "no_such_tool"})
    void replyToAMissingPartitionIsDropped(String tool) {
        try (GatewayLog log = GatewayLog.record()) {
            ProducerRecord<byte[], byte[]> record = client.record(null, call(tool, "nowhere").getBytes(StandardCharsets.UTF_8), "p",
                    client.answers());
            record.headers().remove("kafka_replyPartition").add("kafka_replyPartition", ByteBuffer.allocate(4).putInt(999).array());
            client.send(record);

            await().atMost(Duration.ofMinutes(5)).until(() -> log.text().contains("An answer was dropped"));
            assertThat(log.text()).doesNotContain("could not be handled");
        }
        assertThat(said(client.call("look", "{\"word\":\"after\"}"))).isEqualTo("look after for local");
    }

    /** Its headers steer nothing: neither the topic nor the partition. */
    @Test
    void unreadableRecordBecomesADeadLetterWithItsReason() {
        assertThat(client.request("{nonsense").at("/error/code").asInt()).isEqualTo(-32700);
        client.tell("{nonsense", "note", "kept", "kafka.OVERRIDE_TOPIC", "stolen", "KAFKA.partition_key", "999", "kafka.OVERRIDE_TIMESTAMP",
                "1",
                "X-JWT", "s3cret", "x_auth", "s3cret", "aws.accessKey", "s3cret", "DB_PWD", "s3cret");
        client.send(client.record(null, new byte[200_000], "large", client.answers()));

        try (KafkaConsumer<byte[], byte[]> dead = client.consumer(DEAD)) {
            List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
            Map<String, ConsumerRecord<byte[], byte[]>> reasons = new HashMap<>();
            for (int i = 0; i < 2; i++) {
                ConsumerRecord<byte[], byte[]> record = KafkaClient.next(dead, polled, SOON);
                assertThat(record).isNotNull();
                reasons.put(KafkaClient.header(record, "caravanReason").split(":")[0], record);
            }
            assertThat(reasons).containsOnlyKeys("Parse error", "The message exceeds the limit of 102400 bytes");
            assertThat(new String(reasons.get("Parse error").value(), StandardCharsets.UTF_8)).isEqualTo("{nonsense");
            assertThat(KafkaClient.header(reasons.get("Parse error"), "note")).isEqualTo("kept");
            assertThat(reasons.get("Parse error").headers())
                    .noneMatch(header -> new String(header.value(), StandardCharsets.UTF_8).equals("s3cret"));
        }
        ConsumerRecord<byte[], byte[]> refused = client.next(SOON);
        assertThat(KafkaClient.correlation(refused)).isEqualTo("large");
        assertThat(new String(refused.value(), StandardCharsets.UTF_8)).contains("-32600", "The message exceeds the limit of 102400 bytes");
        assertThat(client.next(NEVER)).isNull();
    }
}
