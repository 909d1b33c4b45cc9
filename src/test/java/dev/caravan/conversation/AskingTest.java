package dev.caravan.conversation;

import static dev.caravan.conversation.LegacyClient.message;
import static dev.caravan.conversation.LegacyClient.next;
import static dev.caravan.conversation.LegacyClient.result;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** A route asks a legacy client in the middle of a call: forms, samples, roots; and what becomes of the call if no answer comes. */
class AskingTest extends EditableGatewayTest {

    private static final String NAME = """
            - to:
                uri: mcp:elicit
                parameters:
                  message: Who is ${header.what}?
                  field.name: string
                  field.name.required: true
                  field.age: integer
            - setBody:
                simple: Hello ${body[content][name]}
            """;

    @Autowired
    private MeterRegistry meters;

    @AfterEach
    void nothingIsWaitedFor() {
        await().atMost(20, SECONDS).until(() -> meters.get("caravan.mcp.questions").gauge().value() == 0);
    }

    private void tool(String steps) {
        tool(steps, "20s");
    }

    private void tool(String steps, String timeout) {
        save("asking", """
                - route:
                    id: asking
                    from:
                      uri: ai-tool:asking
                      parameters:
                        description: asks
                        timeout: %s
                      steps:
                %s
                """.formatted(timeout, steps.indent(8)));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").contains("asks"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void aFormIsFilledIn(String revision) throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), revision, LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
            JsonNode question = next(stream, "elicitation/create");
            assertThat(question.get("params").toString()).isEqualTo("{\"message\":\"Who is ?\",\"requestedSchema\":{\"type\":\"object\","
                    + "\"properties\":{\"age\":{\"type\":\"integer\"},\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}");
            assertThat(legacy.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}").status()).isEqualTo(202);
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello Ada");
            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void theModelSaysSomethingAndTheRootsAreTold(String revision) throws Exception {
        tool("""
                - to: mcp:ping
                - to:
                    uri: mcp:sample
                    parameters:
                      message: Say hello
                      systemPrompt: Be brief
                      maxTokens: 50
                    variableReceive: said
                - to: mcp:roots
                - setBody:
                    simple: "${variable.said[content][text]} ${body[0][uri]}"
                """);
        LegacyClient legacy = LegacyClient.open(port(), revision, LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.respond(next(stream, "ping"), "{}");
            JsonNode sample = next(stream, "sampling/createMessage");
            assertThat(sample.get("params").toString()).isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Say hello\"}}],"
                    + "\"systemPrompt\":\"Be brief\",\"maxTokens\":50}");
            legacy.respond(sample, "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hello\"}}");
            legacy.respond(next(stream, "roots/list"), "{\"roots\":[{\"uri\":\"file:///a\"}]}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello file:///a");
        }
    }

    @Test
    void severalQuestionsAreAskedTogether() throws Exception {
        tool("""
                - to: "mcp:elicit?key=first&message=One&wait=false"
                - to: "mcp:elicit?key=second&message=Two&wait=false"
                - to: "mcp:roots?key=third"
                - setBody:
                    simple: "${exchangeProperty.answers[first][action]} ${exchangeProperty.answers[second][action]} ${body.size}"
                """);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode first = next(stream, "elicitation/create");
            JsonNode second = next(stream, "elicitation/create");
            JsonNode third = next(stream, "roots/list");
            legacy.respond(third, "{\"roots\":[]}");
            legacy.respond(second, "{\"action\":\"accept\",\"content\":{}}");
            legacy.respond(first, "{\"action\":\"accept\"}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("accept accept 0");
        }
    }

    @Test
    void anAddressIsGoneTo() throws Exception {
        tool("- to: \"mcp:elicit?message=Log in&url=https://login.example.com/\"\n- setBody: {constant: in}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode question = next(stream, "elicitation/create");
            assertThat(question.at("/params/url").asText()).isEqualTo("https://login.example.com/");
            assertThat(question.at("/params/mode").asText()).isEqualTo("url");
            legacy.respond(question, "{\"action\":\"accept\"}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("in");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"action\":\"decline\"}|FORBIDDEN|The user has declined; nothing more was done",
        "{\"action\":\"cancel\"}|FORBIDDEN|The user has not decided; nothing more was done",
        "{\"action\":\"perhaps\"}|UPSTREAM_ERROR|What the client answered to elicit-1 does not fit what it was asked",
        "{\"action\":\"accept\"}|UPSTREAM_ERROR|What the client answered to elicit-1 does not fit what it was asked",
        "{\"action\":\"accept\",\"content\":{\"name\":7}}|UPSTREAM_ERROR|What the client answered to elicit-1 does not fit what it was asked",
        "{}|UPSTREAM_ERROR|What the client answered to elicit-1 does not fit what it was asked"})
    void anAnswerThatIsNoneFailsTheCall(String answer, String code, String message) throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.respond(next(stream, "elicitation/create"), answer);
            JsonNode failed = result(stream);
            assertThat(failed.get("isError").asBoolean()).isTrue();
            assertThat(failed.at("/structuredContent/error/code").asText()).isEqualTo(code);
            assertThat(failed.at("/structuredContent/error/message").asText()).isEqualTo(message);
        }
    }

    @Test
    void aDeclineMayBeTheRoutesOwnBusiness() throws Exception {
        tool("- to: \"mcp:elicit?message=Sure&failOnDecline=false\"\n- setBody: {simple: 'was ${body[action]}'}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            legacy.respond(next(stream, "elicitation/create"), "{\"action\":\"decline\"}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("was decline");
        }
    }

    @Test
    void anErrorAsAnswerFailsTheCall() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            assertThat(legacy.refuse(next(stream, "elicitation/create"), "No screen").status()).isEqualTo(202);
            assertThat(result(stream).at("/structuredContent/error/message").asText()).isEqualTo("The client answered with an error: No screen");
        }
    }

    @Test
    void anAnswerThatNeverComesEndsWithTheCallsTime() throws Exception {
        tool(NAME, "1s");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode question = next(stream, "elicitation/create");
            assertThat(next(stream, "notifications/cancelled").at("/params/requestId")).isEqualTo(question.get("id"));
            assertThat(result(stream).at("/structuredContent/error/message").asText()).contains("longer than its limit of 1000 ms");
            assertThat(legacy.respond(question, "{\"action\":\"accept\"}").status()).as("too late").isEqualTo(202);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"sampling\":{}}", "{\"elicitation\":{\"url\":{}}}", "{\"elicitation\":true}"})
    void whoCannotBeAskedSoIsNot(String capabilities) throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", capabilities);

        JsonNode failed = legacy.request("tools/call", McpClient.object("{\"name\":\"asking\"}")).result();

        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.at("/structuredContent/error/message").asText()).contains("does not offer elicitation");
    }

    @Test
    void withoutASessionOrAnEventStreamNobodyIsAsked() {
        tool(NAME);

        JsonNode stranger = client.call("asking", McpClient.object("{}")).result();
        assertThat(stranger.at("/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        JsonNode batch = client.post("[" + McpClient.request("tools/call", McpClient.object("{\"name\":\"asking\"}")) + "]", "MCP-Protocol-Version", "2025-03-26",
                "Mcp-Session-Id", LegacyClient.open(port(), "2025-03-26", LegacyClient.ALL).session()).json();
        assertThat(batch.at("/0/result/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
    }

    @Test
    void anAnswerFromAnotherSessionGoesNowhere() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        LegacyClient other = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode question = next(stream, "elicitation/create");
            assertThat(other.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Eve\"}}").status()).isEqualTo(202);
            assertThat(client.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{\"action\":\"decline\"}}").toString()).status())
                    .isEqualTo(202);
            String forged = question.get("id").asText().replaceFirst("...$", "AAA");
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":\"" + forged + "\",\"result\":{\"action\":\"decline\"}}"));
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"decline\"}}"));
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":\"\",\"error\":7}"));
            legacy.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello Ada");
        }
    }

    @Test
    void aCancelledCallWaitsForNothingAndIsNotAnswered() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            next(stream, "elicitation/create");
            LegacyClient.open(port(), "2025-11-25", "{}").notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
            legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":\"7\"}"));
            assertThat(stream.nextEvent(Duration.ofMillis(300))).as("neither another session's nor another request").isNull();

            assertThat(legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7,\"reason\":\"changed my mind\"}")).status()).isEqualTo(202);

            assertThat(LegacyClient.event(stream).data()).isEqualTo(StreamClient.END);
        }
    }

    @Test
    void aCallThatDoesNotWaitIsCancelledToo() throws Exception {
        tool("- to: mcp:log?message=begun\n- delay: {constant: 15000}\n- setBody: {constant: done}");
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            next(stream, "notifications/message");
            legacy.notify("notifications/cancelled", McpClient.object("{\"requestId\":7}"));
            assertThat(stream.nextEvent(Duration.ofSeconds(8)).data()).isEqualTo(StreamClient.END);
        }
    }

    @Test
    void aLateCallDoesNoStepMore() throws Exception {
        tool("- delay: {constant: 1500}\n- setBody: {constant: x}\n- to: file:target/left?fileName=late" + port() + "\n", "300ms");

        assertThat(client.call("asking", McpClient.object("{}")).result().at("/structuredContent/error/message").asText()).contains("limit of 300 ms");

        Thread.sleep(3_000);
        assertThat(java.nio.file.Files.exists(java.nio.file.Path.of("target/left/late" + port()))).isFalse();
    }

    @Test
    void aModernClientThatLeavesCancelsItsCall() throws Exception {
        tool("- to: mcp:log?message=begun\n- delay: {constant: 3000}\n- setBody: {constant: x}\n- to: file:target/left?fileName=" + port() + "\n");
        String call = McpClient.request("tools/call", McpClient.object("{\"name\":\"asking\",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":\"info\"}}")).toString();
        try (StreamClient stream = StreamClient.post(port(), "/mcp", call, "MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", "tools/call", "Mcp-Name", "asking")) {
            next(stream, "notifications/message");
        }

        Thread.sleep(5_000);
        assertThat(java.nio.file.Files.exists(java.nio.file.Path.of("target/left/" + port()))).as("it was interrupted before").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prompt", "resource"})
    void promptsAndResourcesAskToo(String kind) throws Exception {
        boolean prompt = kind.equals("prompt");
        save("asking", (prompt ? prompt("asking", "asks") : resource("asking", "asks")).replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().atMost(Duration.ofSeconds(20)).until(() -> list(kind + "s").contains("asks"));
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.start(prompt ? "prompts/get" : "resources/read",
                McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}"), 9)) {
            LegacyClient.head(stream);
            legacy.respond(next(stream, "elicitation/create"), "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(stream).toString()).contains("Hello Ada");
        }
        LegacyClient mute = LegacyClient.open(port(), "2025-11-25", "{}");
        JsonNode error = mute.request(prompt ? "prompts/get" : "resources/read", McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}")).error();
        assertThat(error.get("code").asInt()).isEqualTo(-32603);
        assertThat(error.get("message").asText()).contains("does not offer elicitation");
    }

    @Test
    void aClientThatVanishesBeforeItAnswersIsWaitedForAsLongAsItCanComeBack() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        StreamClient stream = legacy.call("asking");
        JsonNode question = message(stream);
        assertThat(question.get("method").asText()).isEqualTo("elicitation/create");

        stream.close();

        await().atMost(20, SECONDS).until(() -> meters.get("caravan.mcp.questions").gauge().value() == 0);
    }
}
