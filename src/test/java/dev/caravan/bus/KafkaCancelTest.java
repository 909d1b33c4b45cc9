package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sender cancels its request, which then has no answer. */
@Tag("full")
class KafkaCancelTest extends KafkaGatewayTest {

    @Test
    void aCancelledRequestHasNoAnswer() throws Exception {
        gateway.hold();
        send(call("look_very_slowly", "cancelled"));
        await().atMost(SOON).until(() -> gateway.runs("look_very_slowly", "cancelled") == 1);

        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"cancelled\"}}");

        await().atMost(SOON).until(() -> gateway.bean(CamelContext.class).getInflightRepository().size("kafka-record") == 0);
        assertThat(client.next(NEVER)).isNull();
        gateway.release();
    }

    private void send(String text) {
        client.send(client.record(0, text.getBytes(StandardCharsets.UTF_8), "c", client.answers()));
    }
}
