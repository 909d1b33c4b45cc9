package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.KeyedGateway;
import dev.caravan.McpClient.Answer;
import dev.caravan.OwnGateway;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A batch is no way to be answered more, or to hold a thread for longer, than by one request. */
@Tag("full")
class BatchLimitsTest extends GatewayTest {

    @Test
    void batchOfTooManyMessagesIsRefusedAsAWhole() {
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        Answer largest = client.post("[" + String.join(",", Collections.nCopies(100, ping)) + "]", "MCP-Protocol-Version", "2025-03-26");
        assertThat(largest.status()).isEqualTo(200);
        assertThat(largest.json()).hasSize(100).allMatch(reply -> reply.has("result"));

        Answer larger = client.post("[" + String.join(",", Collections.nCopies(101, ping)) + "]", "MCP-Protocol-Version", "2025-03-26");
        assertThat(larger.status()).isEqualTo(400);
        assertThat(larger.json().at("/error/message").asText())
                .isEqualTo("Invalid request: the batch has 101 messages; at most 100 are allowed");
    }

    @Test
    void messagesAfterTooManyBytesAreRefused() {
        String read = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"resources/read\",\"params\":{\"uri\":\"ui://caravan/chart\"}}";
        Answer answer = client.post("[" + String.join(",", Collections.nCopies(100, read)) + "]", "MCP-Protocol-Version", "2025-03-26");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().length()).isLessThan(8_000_000);
        assertThat(answer.json()).hasSize(100);
        assertThat(answer.json().at("/0/result/contents/0/uri").asText()).isEqualTo("ui://caravan/chart");
        List<JsonNode> refused = answer.json().findValues("error");
        assertThat(refused).hasSizeGreaterThan(90).allMatch(error -> error.get("message").asText().contains("its own request"));
    }

    @Test
    void messagesAfterTooLongATimeAreRefusedAndNotRun() {
        try (OwnGateway gateway = KeyedGateway.builder().file("slow", """
                - route:
                    id: slow
                    from:
                      uri: ai-tool:slow
                      steps:
                        - delay:
                            constant: 100
                        - setBody:
                            constant: done
                """).start()) {
            String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\"}}";
            JsonNode replies = gateway.client().post("[" + call + "," + call + "]", "MCP-Protocol-Version", "2025-03-26", "X-API-Key",
                    KeyedGateway.ALICE).json();
            assertThat(replies.at("/1/error/message").asText()).as(replies.toString()).contains("exceeded the time limit of 1 ms");
        }
    }
}
