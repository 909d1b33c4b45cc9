package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Records with the same key run one after another, and keep no other record waiting. */
@Tag("full")
class KafkaOrderTest extends KafkaGatewayTest {

    @Test
    void recordsOfAKeyRunInTheirOrder() throws Exception {
        gateway.hold();
        send("a", "look_very_slowly", "first");
        send("a", "look", "second");
        send("b", "look", "other");

        assertThat(KafkaClient.correlation(client.next(SOON))).isEqualTo("other");
        assertThat(client.next(NEVER)).isNull();
        assertThat(gateway.runs("look", "second")).isZero();

        gateway.release();

        assertThat(KafkaClient.correlation(client.next(SOON))).isEqualTo("first");
        assertThat(KafkaClient.correlation(client.next(SOON))).isEqualTo("second");
    }

    private void send(String key, String tool, String word) {
        ProducerRecord<byte[], byte[]> without = client.record(0, call(tool, word).getBytes(StandardCharsets.UTF_8), word,
                client.answers());
        client.send(new ProducerRecord<>(without.topic(), 0, key.getBytes(StandardCharsets.UTF_8), without.value(), without.headers()));
    }
}
