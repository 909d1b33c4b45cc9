package dev.caravan.conversation;

import static dev.caravan.conversation.LegacyClient.message;
import static dev.caravan.conversation.LegacyClient.next;
import static dev.caravan.conversation.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import dev.caravan.StreamClient;
import dev.caravan.StreamClient.Event;
import java.time.Duration;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions, and streams that a client comes back to by the id of the last event that it has. */
class ReturningTest extends EditableGatewayTest {

    private static final String NAME = """
            - to: "mcp:elicit?message=Who&field.name=string"
            - setBody:
                simple: Hello ${body[content][name]}
            """;

    private void tool(String steps) {
        save("asking", tool("asking", "asks\n        timeout: 30s", "x").replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + steps.indent(8))));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").contains("asks"));
    }

    @Test
    void aStreamBeginsWithAMarkInTheNewestLegacyRevisionAndItsEventsHaveIds() throws Exception {
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
    void olderRevisionsHaveNoMarkButIds(String revision) throws Exception {
        tool("- to: mcp:log?message=a\n- setBody: {constant: b}");
        LegacyClient legacy = LegacyClient.open(port(), revision, LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            Event first = LegacyClient.event(stream);
            assertThat(first.data()).isNotEmpty();
            assertThat(first.id()).isNotBlank();
        }
    }

    @Test
    void aRouteMayEndTheConnectionAndTheClientComesBackForTheResult() throws Exception {
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
    void withoutASessionTheConnectionStays() {
        tool("- to: mcp:reconnect?retry=50ms\n- setBody: {constant: done}");

        assertThat(client.call("asking", McpClient.object("{}")).result().at("/structuredContent/data").asText()).isEqualTo("done");
    }

    @Test
    void aClientWhoseConnectionBreaksInTheMiddleOfAQuestionComesBackAndAnswers() throws Exception {
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
    void aClientThatDoesNotReadLosesMessagesButNotItsResult() throws Exception {
        tool("- loop:\n    constant: 5000\n    steps:\n      - to: mcp:log?message=" + "x".repeat(1000) + "\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        StreamClient deaf = legacy.start("tools/call", McpClient.object("{\"name\":\"asking\"}"), 7);
        Thread.sleep(3_000);
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
    void nothingIsDeliveredToAnotherSession() throws Exception {
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

    @Test
    void aGetStreamIsTakenUpAgainWithWhatWasMissed() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        Event mark;
        try (StreamClient stream = legacy.listen(null)) {
            mark = LegacyClient.event(stream);
            assertThat(mark.data()).isEmpty();
            save("a", tool("a", "first", "x"));
            Event heard = LegacyClient.event(stream);
            assertThat(heard.data()).contains("notifications/tools/list_changed");
            mark = heard;
        }
        save("b", tool("b", "second", "x"));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").size() == 2);
        Thread.sleep(300);

        try (StreamClient again = legacy.listen(mark.id())) {
            assertThat(LegacyClient.event(again).data()).contains("notifications/tools/list_changed");
            delete("b");
            assertThat(LegacyClient.event(again).data()).contains("notifications/tools/list_changed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x.1", "", "....", "99999999999999999999", "74446d6d3eb9497ca8df675d25d92e98.894f73e3-82bb-4560-8092-f32ed5ca1c48.3"})
    void anUnknownEventBeginsAnew(String id) throws Exception {
        try (StreamClient stream = LegacyClient.open(port(), "2025-11-25", "{}").listen(id)) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(LegacyClient.event(stream).data()).isEmpty();
        }
    }

    @Test
    void aSecondGetStreamTakesThePlaceOfTheFirst() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-06-18", "{}");

        try (StreamClient first = legacy.listen(null); StreamClient second = legacy.listen(null)) {
            assertThat(LegacyClient.event(first).data()).isEqualTo(StreamClient.END);
            save("a", tool("a", "first", "x"));
            assertThat(LegacyClient.event(second).data()).contains("notifications/tools/list_changed");
        }
    }

    @Test
    void aSessionThatIsEndedIsNotThereAnyMore() throws Exception {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        LegacyClient stays = LegacyClient.open(port(), "2025-11-25", "{}");

        try (StreamClient stream = legacy.listen(null)) {
            LegacyClient.event(stream);
            assertThat(legacy.send("DELETE").status()).isEqualTo(204);
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
        assertThat(legacy.request("tools/list", null).status()).isEqualTo(404);
        assertThat(legacy.notify("notifications/initialized", null).status()).isEqualTo(404);
        assertThat(legacy.send("DELETE").status()).isEqualTo(404);
        assertThat(legacy.listen(null).status()).isEqualTo(404);
        assertThat(legacy.request("initialize", McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}")).headers()).containsKey("mcp-session-id");
        assertThat(stays.request("ping", null).result()).isEmpty();
    }

    @Test
    void aForgedSessionIsNotThere() {
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", "{}");
        String id = legacy.session();
        assertThat(id).matches("[!-~]+").hasSizeLessThan(400);

        for (String forged : new String[] {"x", "x.y", ".", id + "A", id.substring(1), "A" + id.substring(1), id.substring(0, id.indexOf('.')), id.replace('.', '_'),
            "x".repeat(5000)}) {
            Answer answer = legacy.as(forged).request("tools/list", null);
            assertThat(answer.status()).as(forged).isEqualTo(404);
            assertThat(answer.error().get("code").asInt()).isEqualTo(-32600);
            assertThat(legacy.as(forged).send("DELETE").status()).as(forged).isEqualTo(404);
            assertThat(legacy.as(forged).listen(null).status()).as(forged).isEqualTo(404);
        }
        assertThat(legacy.request("tools/list", null).status()).isEqualTo(200);
        assertThat(client.modern("tools/list", null, "ListToolsResult").status()).isEqualTo(200);
    }

    @Test
    void theSessionSaysTheRevisionWhereTheHeaderDoesNot() {
        String id = LegacyClient.open(port(), "2025-11-25", "{}").session();
        String batch = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]";

        assertThat(client.post(batch, "Mcp-Session-Id", id).status()).as("no batches in 2025-11-25").isEqualTo(400);
        assertThat(client.post(batch, "Mcp-Session-Id", LegacyClient.open(port(), "2025-03-26", "{}").session()).status()).isEqualTo(200);
    }

    @Test
    void theModernEraKnowsNoSession() {
        Answer answer = client.post(McpClient.request("tools/list", McpClient.object("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}")).toString(), "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/list",
                "Mcp-Session-Id", "forged", "Last-Event-ID", "x");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).doesNotContainKey("mcp-session-id");
    }
}
