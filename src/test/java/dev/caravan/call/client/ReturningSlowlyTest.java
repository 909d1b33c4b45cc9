package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.StreamClient.Event;
import org.apache.camel.CamelContext;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;

/** A client that comes back to a stream gets the messages that it missed, and the result that follows while it has not read them yet. */
class ReturningSlowlyTest extends AskingToolTest {

    private final CamelContext camel = bean(CamelContext.class);

    @Test
    void resultFollowsAMegabyteOfMissedMessages() throws Exception {
        tool("- loop:\n    constant: 1200\n    steps:\n      - to: mcp:log?message=" + "x".repeat(1000)
                + "\n- to: seda:returning-said?waitForTaskToComplete=Never\n- pollEnrich:\n    constant: seda:returning-goes-on\n    "
                + "timeout: 60000\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        try (ConsumerTemplate said = camel.createConsumerTemplate(); ProducerTemplate goOn = camel.createProducerTemplate()) {
            Event mark;
            try (StreamClient first = legacy.start("tools/call", McpClient.object("{\"name\":\"asking\"}"), 7)) {
                LegacyClient.head(first);
                mark = LegacyClient.event(first);
            }
            said.receive("seda:returning-said", 60_000);
            try (StreamClient again = legacy.listenSlowly(mark.id())) {
                goOn.sendBody("seda:returning-goes-on", "go on");
                assertThat(again.status()).isEqualTo(200);
                JsonNode message = message(again);
                while (message.has("method")) {
                    message = message(again);
                }
                assertThat(message.at("/result/structuredContent/data").asText()).isEqualTo("done");
            }
        }
    }
}
