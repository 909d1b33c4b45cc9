package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.store.Store;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message that comes again is answered as before, by whichever gateway, but for its own caller only. */
@Tag("nightly")
class RepeatedMessageTest extends BothBrokersTest {

    @Test
    void repeatedMessageGetsTheFirstReplyFromAnyGatewayButOnlyForItsSender() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            for (BusClient client : List.of(overJms, overKafka)) {
                String message = call("change", name);
                String first;
                long before = runs("change");
                try (BusGateway one = new BusGateway(counts, settings(true))) {
                    await().atMost(LONG).ignoreExceptions().until(() -> one.bean(Store.class)
                            .run(jdbc -> jdbc.sql("select count(*) from key_value").query(Integer.class).single()) >= 0);
                    first = client.ask(message, "X-Message-Id", "m1", "X-User-Id", "ann");
                    assertThat(first).contains("change " + name + " for ann");
                }
                try (BusGateway other = new BusGateway(counts, settings(true))) {
                    assertThat(client.ask(message, "X-Message-Id", "m1", "X-User-Id", "ann")).as("with its trace id and time")
                            .isEqualTo(first);
                    assertThat(runs("change")).isEqualTo(before + 1);
                    assertThat(client.ask(message, "X-Message-Id", "m1", "X-User-Id", "bob")).contains("for bob");
                    assertThat(client.ask(message, "X-Message-Id", "m2", "X-User-Id", "ann")).contains("for ann").isNotEqualTo(first);
                    assertThat(runs("change")).isEqualTo(before + 3);
                }
            }
        }
    }
}
