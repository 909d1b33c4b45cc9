package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.message;
import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import dev.caravan.StreamClient.Event;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client comes back to the stream of its call by the id of the last event that it has. */
@Tag("full")
class ReturningTest extends AskingToolTest {

    private static final String NAME = """
            - to: "mcp:elicit?message=Who&field.name=string"
            - setBody:
                simple: Hello ${body[content][name]}
            """;

    @Test
    void newestLegacyRevisionHasAPrimingEventAndEventIds() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            Event mark = LegacyClient.event(stream);
            assertThat(mark.data()).isEmpty();
            assertThat(mark.id()).isNotBlank();
            assertThat(mark.retry()).as("which the official Java client can't read").isNull();
            Event question = LegacyClient.event(stream);
            assertThat(question.id()).isNotEqualTo(mark.id());
            legacy.respond(McpClient.object(question.data()), "{\"action\":\"accept\",\"content\":{}}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18"})
    void olderRevisionsHaveEventIdsWithoutAPrimingEvent(String revision) throws Exception {
        tool("- to: mcp:log?message=a\n- setBody: {constant: b}");
        LegacyClient legacy = LegacyClient.open(port(), revision, LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            Event first = LegacyClient.event(stream);
            assertThat(first.data()).isNotEmpty();
            assertThat(first.id()).isNotBlank();
        }
    }

    @Test
    void routeEndsTheConnectionAndTheClientReturnsForTheResult() throws Exception {
        tool("- to: mcp:reconnect?retry=50ms\n- to: mcp:log?message=meanwhile\n- delay: {constant: 500}\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        Event mark;
        try (StreamClient stream = legacy.call("asking")) {
            assertThat(LegacyClient.event(stream).retry()).isNull();
            mark = LegacyClient.event(stream);
            assertThat(mark.retry()).isEqualTo("50");
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }

        try (StreamClient again = legacy.listen(mark.id())) {
            assertThat(again.status()).isEqualTo(200);
            assertThat(next(again, "notifications/message").at("/params/data").asText()).isEqualTo("meanwhile");
            assertThat(result(again).at("/structuredContent/data").asText()).isEqualTo("done");
            assertThat(LegacyClient.event(again).data()).isEqualTo(StreamClient.END);
        }
        try (StreamClient third = legacy.listen(mark.id())) {
            assertThat(next(third, "notifications/message").get("params").has("data")).as("replayed, as it was kept").isTrue();
            assertThat(result(third).at("/structuredContent/data").asText()).isEqualTo("done");
        }
    }

    @Test
    void connectionWithoutASessionStaysOpen() {
        tool("- to: mcp:reconnect?retry=50ms\n- setBody: {constant: done}");

        assertThat(client.call("asking", McpClient.object("{}")).result().at("/structuredContent/data").asText()).isEqualTo("done");
    }

    @Test
    void clientAnswersAfterItsConnectionBroke() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        StreamClient broken = legacy.call("asking");
        Event mark = LegacyClient.event(broken);
        broken.close();

        try (StreamClient again = legacy.listen(mark.id())) {
            JsonNode question = next(again, "elicitation/create");
            legacy.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(again).at("/structuredContent/data").asText()).isEqualTo("Hello Ada");
        }
    }

    @Test
    void slowClientLosesMessagesButNotItsResult() throws Exception {
        tool("- loop:\n    constant: 5000\n    steps:\n      - to: mcp:log?message=" + "x".repeat(1000) + "\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        StreamClient deaf;
        try (GatewayLog log = GatewayLog.record()) {
            deaf = legacy.start("tools/call", McpClient.object("{\"name\":\"asking\"}"), 7);
            log.auditEvents("\"tool\":\"asking\"", 1);
        }
        LegacyClient.head(deaf);
        Event mark = LegacyClient.event(deaf);
        deaf.close();

        int messages = 0;
        try (StreamClient again = legacy.listen(mark.id())) {
            JsonNode message = message(again);
            while (message.has("method")) {
                messages++;
                message = message(again);
            }
            assertThat(message.at("/result/structuredContent/data").asText()).isEqualTo("done");
        }
        assertThat(messages).as("a megabyte is kept at most").isLessThan(1_100);
    }

    @Test
    void otherSessionsReceiveNothing() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        LegacyClient other = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            Event mark = LegacyClient.event(stream);
            JsonNode question = message(stream);
            try (StreamClient eve = other.listen(mark.id())) {
                assertThat(eve.status()).isEqualTo(200);
                assertThat(LegacyClient.event(eve).data()).as("a mark of her own").isEmpty();
                for (Event more = eve.nextEvent(Duration.ofMillis(500)); more != null; more = eve.nextEvent(Duration.ofMillis(500))) {
                    assertThat(more.data()).endsWith("list_changed\"}");
                }
            }
            legacy.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello Ada");
        }
    }
}
