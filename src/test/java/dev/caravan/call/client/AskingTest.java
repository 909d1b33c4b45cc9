package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route asks a legacy client in the middle of a call, and goes on with what the client answers. */
@Tag("full")
class AskingTest extends LegacyQuestionTest {

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void clientFillsInAForm(String revision) throws Exception {
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
    void clientSamplesAndListsRoots(String revision) throws Exception {
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
            assertThat(sample.get("params").toString())
                    .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Say hello\"}}],"
                    + "\"systemPrompt\":\"Be brief\",\"maxTokens\":50}");
            legacy.respond(sample, "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hello\"}}");
            legacy.respond(next(stream, "roots/list"), "{\"roots\":[{\"uri\":\"file:///a\"}]}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello file:///a");
        }
    }

    @Test
    void severalQuestionsGoOutTogether() throws Exception {
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
    void clientOpensAnAddress() throws Exception {
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
    @ValueSource(strings = {"prompt", "resource"})
    void promptsAndResourcesAskTheClient(String kind) throws Exception {
        boolean prompt = kind.equals("prompt");
        save("asking", (prompt ? prompt("asking", "asks") : resource("asking", "asks")).replaceAll("(?s)steps:.*",
                Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().until(() -> list(kind + "s").contains("asks"));
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.start(prompt ? "prompts/get" : "resources/read",
                McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}"), 9)) {
            LegacyClient.head(stream);
            legacy.respond(next(stream, "elicitation/create"), "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(stream).toString()).contains("Hello Ada");
        }
        LegacyClient mute = LegacyClient.open(port(), "2025-11-25", "{}");
        JsonNode error = mute.request(prompt ? "prompts/get" : "resources/read",
                McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}")).error();
        assertThat(error.get("code").asInt()).isEqualTo(-32603);
        assertThat(error.get("message").asText()).contains("does not offer elicitation");
    }
}
