package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.ChildJvm;
import jakarta.jms.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message that gateways die of becomes a dead letter after some deliveries. */
@Tag("nightly")
class DeadlyMessageTest extends BothBrokersTest {

    /** A broker may count a death twice: for the consumer that had the message, and for one that waited beside it. */
    @Test
    void jmsMessageThatKillsGatewaysBecomesADeadLetter() throws Exception {
        List<String> settings = settings(false, "bus.max-deliveries=3");
        try (JmsClient client = new JmsClient(jms, name)) {
            client.send(client.text(call("look_very_slowly", name)), "j", client.answers(), 0);
            Message dead = null;
            int deaths = 0;
            while (dead == null) {
                int before = deaths;
                try (ChildJvm killed = killable(settings)) {
                    for (int i = 0; i < 600 && dead == null && runs("look_very_slowly") == before; i++) {
                        dead = client.take(name + "-dead", 100);
                    }
                    killed.kill();
                    deaths = (int) runs("look_very_slowly");
                    assertThat(dead != null || deaths == before + 1).as("it ran or it is dead").isTrue();
                }
            }
            assertThat(deaths).as("how many died of it").isBetween(2, 3);
            assertThat(dead.getStringProperty("caravanReason")).matches("The message was delivered [3-6] times without an answer");
            assertThat(JmsClient.body(client.next(LONG.toMillis()))).contains("times without an answer");
            try (BusGateway last = new BusGateway(counts, settings)) {
                assertThat(client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).contains("result");
                assertThat(runs("look_very_slowly")).isEqualTo(deaths);
            }
        }
    }

    @Test
    void kafkaRecordThatKillsGatewaysBecomesADeadLetter() throws Exception {
        List<String> settings = settings(false, "bus.max-deliveries=2");
        try (KafkaClient client = new KafkaClient(kafka, name)) {
            client.send(client.record(0, call("look_very_slowly", name).getBytes(StandardCharsets.UTF_8), "k", client.answers()));
            for (int i = 1; i <= 2; i++) {
                int deaths = i;
                try (ChildJvm killed = killable(settings)) {
                    await().atMost(LONG).until(() -> runs("look_very_slowly") == deaths);
                    killed.kill();
                }
            }
            try (BusGateway last = new BusGateway(counts, settings); var dead = client.consumer(name + "-dead")) {
                assertThat(KafkaClient.header(KafkaClient.next(dead, new ArrayList<>(), LONG), "caravanReason"))
                        .isEqualTo("The message was delivered 2 times without an answer");
                assertThat(new String(client.next(LONG).value(), StandardCharsets.UTF_8)).contains("times without an answer");
                assertThat(client.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")).contains("result");
                assertThat(runs("look_very_slowly")).isEqualTo(2);
            }
        }
    }
}
