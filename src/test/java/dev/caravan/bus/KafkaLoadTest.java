package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gateways that come and go share a topic and answer each request once, and a slow request keeps no other waiting. */
@Tag("nightly")
class KafkaLoadTest extends KafkaGatewayTest {

    /** How many requests have been sent to all partitions. */
    private int sent;

    @Test
    void slowToolDoesNotDelayOtherRecordsOfItsPartition() throws Exception {
        gateway.hold();
        client.send(client.record(0, call("look_very_slowly", "first").getBytes(StandardCharsets.UTF_8), "slow", client.answers()));
        for (int i = 0; i < 100; i++) {
            client.send(client.record(0, call("look", "later" + i).getBytes(StandardCharsets.UTF_8), "quick" + i, client.answers()));
        }
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            ConsumerRecord<byte[], byte[]> answer = client.next(SOON);
            assertThat(answer).as("after " + order).isNotNull();
            order.add(KafkaClient.correlation(answer));
            if (order.size() == 60) {
                gateway.release();
            }
        }
        assertThat(order).doesNotHaveDuplicates();
        assertThat(order.indexOf("slow")).isGreaterThanOrEqualTo(60);
    }

    @Test
    void gatewaysAnswerEachRecordOnceWhileOneJoinsAndLeaves() throws Exception {
        try (BusGateway other = new BusGateway(COUNTS, settings())) {
            look(600);
            // It may get its partitions when the first gateway has done all that there was.
            await("the other gateway gets something").atMost(Duration.ofSeconds(60)).pollInSameThread().until(() -> {
                look(10);
                return other.handled() > 0;
            });
        }
        look(400);
        Map<String, String> answers = new HashMap<>();
        for (int i = 0; i < sent; i++) {
            ConsumerRecord<byte[], byte[]> answer = client.next(Duration.ofSeconds(60));
            assertThat(answer).as("answer " + i).isNotNull();
            assertThat(answers.put(KafkaClient.correlation(answer), new String(answer.value(), StandardCharsets.UTF_8))).isNull();
        }
        for (int i = 0; i < sent; i++) {
            assertThat(said(McpClient.JSON.readTree(answers.get("many" + i)))).isEqualTo("look many" + i + " for local");
        }
        assertThat(client.next(NEVER)).isNull();
    }

    /** Sends as many more to all partitions in turn. */
    private void look(int more) {
        for (int end = sent + more; sent < end; sent++) {
            client.send(
                    client.record(sent % 4, call("look", "many" + sent).getBytes(StandardCharsets.UTF_8), "many" + sent, client.answers()));
        }
    }
}
