package dev.caravan.bus;

import static dev.caravan.bus.BusMessages.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A refusal names what is wrong, over HTTP and JMS, to the caller and in the audit. */
@Tag("full")
class RefusalsByNameTest extends JmsGatewayTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @Test
    void anUnknownRevisionIsNamed() {
        JsonNode overHttp = gateway.http().post(PING, "MCP-Protocol-Version", "1999-01-01").json();
        JsonNode overJms = client.request(PING, "MCP-Protocol-Version", "1999-01-01");

        assertThat(overHttp.at("/error/code").asInt()).isEqualTo(-32022);
        assertThat(overHttp.at("/error/data/requested").asText()).isEqualTo("1999-01-01");
        assertThat(overJms).isEqualTo(overHttp);
    }

    @Test
    void aKeyWithOtherArgumentsIsAuditedByItsRefusal() throws Exception {
        String key = UUID.randomUUID().toString();
        try (GatewayLog log = GatewayLog.record()) {
            client.request(call("change", "one"), "Idempotency-Key", key);
            JsonNode other = client.request(call("change", "two"), "Idempotency-Key", key);

            assertThat(other.at("/error/code").asInt()).isEqualTo(-32602);
            await().until(() -> log.text().contains("\"outcome\":\"JSON_RPC_-32602\""));
            assertThat(log.text()).doesNotContain("INTERNAL_ERROR");
        }
        assertThat(McpClient.JSON.readTree(client.ask(PING)).has("result")).isTrue();
    }
}
