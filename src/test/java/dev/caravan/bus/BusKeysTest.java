package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.store.Store;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Gateways of one store share the idempotency keys of calls over JMS and Kafka. A redelivered message with a key does not run again either.
 */
@Tag("nightly")
class BusKeysTest extends BothBrokersTest {

    @Test
    void anotherGatewayAndAnotherBusKnowTheKey() throws Exception {
        try (JmsClient overJms = new JmsClient(jms, name); KafkaClient overKafka = new KafkaClient(kafka, name)) {
            String message = BusMessages.keyed(call("change", name), name);
            JsonNode first;
            try (BusGateway one = new BusGateway(counts, settings(true))) {
                await().atMost(LONG).ignoreExceptions().until(
                        () -> one.bean(Store.class).run(jdbc -> jdbc.sql("select count(*) from key_value").query(Integer.class).single())
                                >= 0);
                first = overKafka.request(message, "X-User-Id", "ann", "X-Message-Id", "m1");
                assertThat(first.at("/result/structuredContent/data").asText()).isEqualTo("change " + name + " for ann");
            }
            try (BusGateway other = new BusGateway(counts, settings(true))) {
                for (BusClient client : List.of(overKafka, overJms)) {
                    assertThat(client.request(message, "X-User-Id", "ann", "X-Message-Id", "m1")).as("the same message").isEqualTo(first);
                    assertThat(client.request(message, "X-User-Id", "ann", "X-Message-Id", "m2")).as("another message").isEqualTo(first);
                    assertThat(client.request(call("change", name), "X-User-Id", "ann", "Idempotency-Key", name)).as("the header")
                            .isEqualTo(first);
                    assertThat(client.request(call("change", name + "-b"), "X-User-Id", "ann", "Idempotency-Key", name).at("/error/code")
                            .asInt()).isEqualTo(-32602);
                }
                assertThat(runs("change")).isEqualTo(1);
            }
        }
    }
}
