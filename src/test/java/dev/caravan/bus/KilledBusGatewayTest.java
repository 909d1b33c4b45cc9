package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.McpClient;
import dev.caravan.embedded.ChildJvm;
import jakarta.jms.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another gateway answers the messages that a killed gateway had begun, and runs nothing twice that changes something. */
@Tag("nightly")
class KilledBusGatewayTest extends BothBrokersTest {

    @Test
    void anotherGatewayAnswersTheRequestsOfAKilledOneAndRunsNoChangeTwice() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            Map<String, String> answers = new HashMap<>();
            try (ChildJvm killed = killable(settings(true))) {
                for (String tool : List.of("change_very_slowly", "look_very_slowly")) {
                    overJms.send(overJms.text(call(tool, name)), tool, overJms.answers(), 0);
                    overKafka.send(
                            overKafka.record(0, call(tool, name + "k").getBytes(StandardCharsets.UTF_8), tool + "k", overKafka.answers()));
                }
                await().atMost(LONG).until(() -> runs("change_very_slowly") + runs("look_very_slowly") == 2
                        && BusGateway.runs(counts, "change_very_slowly", name + "k")
                                + BusGateway.runs(counts, "look_very_slowly", name + "k") == 2);
                killed.kill();
            }
            BusGateway.release(counts);
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                for (int i = 0; i < 2; i++) {
                    Message answer = overJms.next(LONG.toMillis());
                    answers.put(answer.getJMSCorrelationID(), JmsClient.body(answer));
                }
                for (int i = 0; i < 2; i++) {
                    ConsumerRecord<byte[], byte[]> answer = overKafka.next(LONG);
                    answers.put(KafkaClient.correlation(answer), new String(answer.value(), StandardCharsets.UTF_8));
                }
                for (String suffix : List.of("", "k")) {
                    assertThat(answers.get("change_very_slowly" + suffix)).contains("\"error\"", UNKNOWN);
                    assertThat(answers.get("look_very_slowly" + suffix)).contains("look_very_slowly " + name + suffix + " for local");
                    assertThat(BusGateway.runs(counts, "change_very_slowly", name + suffix)).isEqualTo(1);
                    assertThat(BusGateway.runs(counts, "look_very_slowly", name + suffix)).isEqualTo(2);
                }
                assertThat(overJms.next(1_000)).isNull();
                assertThat(overKafka.next(Duration.ofSeconds(1))).isNull();
            }
        }
    }

    @Test
    void withoutAStoreJmsRedeliversNothingOfAKilledGateway() throws Exception {
        try (JmsClient client = new JmsClient(jms, name)) {
            try (ChildJvm killed = killable(settings(false))) {
                client.send(client.text(call("change_very_slowly", name)), "c", client.answers(), 0);
                await().atMost(LONG).until(() -> runs("change_very_slowly") == 1);
                killed.kill();
            }
            BusGateway.release(counts);
            try (BusGateway other = new BusGateway(counts, settings(false))) {
                assertThat(JmsClient.body(client.next(LONG.toMillis()))).contains(UNKNOWN);
                assertThat(runs("change_very_slowly")).isEqualTo(1);
                assertThat(McpClient.JSON.readTree(client.ask(call("change", name))).at("/result/isError").asBoolean(true)).isFalse();
            }
        }
    }
}
