package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two gateways share a queue, answer each of many requests once, and slow requests keep nobody waiting. */
@Tag("nightly")
class JmsLoadTest extends JmsGatewayTest {

    /** How many answers come while the slow calls run. */
    private static final int WHILE_SLOW_ONES_RUN = 500;

    @Test
    void twoGatewaysAnswerAThousandRequestsOnceAndSlowCallsBlockNoOthers() throws Exception {
        gateway.hold();
        String many = "many" + System.nanoTime() + "-"; // the runs of an earlier try are still counted
        try (BusGateway other = new BusGateway(COUNTS, settings(QUEUE))) {
            for (int i = 0; i < 8; i++) {
                client.send(client.text(call("look_very_slowly", "slow" + i)), "slow" + i, client.answers(), 0);
            }
            for (int i = 0; i < 1_000; i++) {
                client.send(client.text(call("change", many + i)), many + i, client.answers(), 0);
            }
            Map<String, String> answers = new HashMap<>();
            for (int i = 0; i < 1_008; i++) {
                Message answer = client.next(SOON_MS);
                assertThat(answer).as("answer " + i).isNotNull();
                String id = answer.getJMSCorrelationID();
                assertThat(answers.put(id, JmsClient.body(answer))).as(id).isNull();
                if (answers.size() == WHILE_SLOW_ONES_RUN) {
                    assertThat(answers.keySet()).noneMatch(key -> key.startsWith("slow"));
                    gateway.release();
                }
            }
            assertThat(client.next(NEVER_MS)).isNull();
            for (int i = 0; i < 1_000; i++) {
                assertThat(answers.get(many + i)).contains("change " + many + i + " for local");
            }
            assertThat(IntStream.range(0, 1_000).mapToLong(i -> gateway.runs("change", many + i)).sum()).isEqualTo(1_000);
            assertThat(other.handled()).as("shared").isBetween(1L, 1_007L);
        }
    }
}
