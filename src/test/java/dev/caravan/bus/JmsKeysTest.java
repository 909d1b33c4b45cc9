package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static dev.caravan.bus.BusMessages.said;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call in another JMS message with the same idempotency key gets the first answer and does not run again. */
@Tag("full")
class JmsKeysTest extends JmsGatewayTest {

    private final String word = UUID.randomUUID().toString();

    @Test
    void theKeyMayBeInMetaOrInAProperty() {
        JsonNode first = client.request(BusMessages.keyed(call("change", word), word));

        JsonNode inMeta = client.request(BusMessages.keyed(call("change", word), word).replace("\"id\":\"" + word, "\"id\":\"again"));
        JsonNode inProperty = client.request(call("change", word), "Idempotency-Key", word);

        assertThat(said(first)).isEqualTo("change " + word + " for local");
        assertThat(inMeta.get("id").asText()).isEqualTo("again");
        assertThat(inMeta.get("result")).isEqualTo(first.get("result"));
        assertThat(inProperty.get("result")).isEqualTo(first.get("result"));
        assertThat(gateway.runs("change", word)).isEqualTo(1);
    }

    @Test
    void httpSharesTheKey() {
        JsonNode first = client.request(call("change", word), "Idempotency-Key", word, "X-User-Id", "ann");

        McpClient.Answer again = gateway.http().post(call("change", word), "Idempotency-Key", word, "X-User-Id", "ann");

        assertThat(again.result()).isEqualTo(first.get("result"));
        assertThat(gateway.runs("change", word)).isEqualTo(1);
    }

    @Test
    void anotherCallOrCallerDoesNotGetTheAnswer() {
        client.request(call("change", word), "Idempotency-Key", word);

        JsonNode otherCall = client.request(call("change", word + "-b"), "Idempotency-Key", word);
        JsonNode otherCaller = client.request(call("change", word), "Idempotency-Key", word, "X-User-Id", "ann");
        JsonNode badKey = client.request(call("change", word), "Idempotency-Key", "with space");

        assertThat(otherCall.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(otherCall.at("/error/message").asText()).contains("another tool or other arguments");
        assertThat(said(otherCaller)).isEqualTo("change " + word + " for ann");
        assertThat(badKey.at("/error/message").asText()).contains("idempotency key must be");
        assertThat(gateway.runs("change", word + "-b")).isZero();
        assertThat(gateway.runs("change", word)).isEqualTo(2);
    }

    @Test
    void theCallsOfABatchHaveTheirOwnKeys() {
        String batch = "[" + call("change", word) + "," + call("change", word + "-b") + "]";
        JsonNode first = client.request(batch, "Idempotency-Key", word);

        JsonNode again = client.request(batch, "Idempotency-Key", word);

        assertThat(first).hasSize(2);
        assertThat(again).isEqualTo(first);
        assertThat(gateway.runs("change", word) + gateway.runs("change", word + "-b")).isEqualTo(2);
    }
}
