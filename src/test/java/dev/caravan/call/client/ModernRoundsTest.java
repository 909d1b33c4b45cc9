package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A route that asks a modern client is answered with its questions, and run again with the answers (MCP 2026-07-28, multi round-trip
 * requests).
 */
@Tag("full")
class ModernRoundsTest extends ModernRoundTest {

    private static final String ROUNDS = """
            - to: "mcp:elicit?key=user_name&message=Who&field.name=string"
            - to: "mcp:sample?message=Greet ${body[content][name]}"
            - setBody:
                simple: "${exchangeProperty.answers[user_name][content][name]}: ${body[content][text]}"
            """;

    @Test
    void resultCarriesTheQuestionAndTheNextRequestTheAnswer() {
        tool(NAME);

        Answer first = call(null, null);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.result().get("inputRequests").toString())
                .isEqualTo("{\"user_name\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who are you?\","
                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}}}");
        assertThat(data(call(state(first.result()), ADA))).isEqualTo("Hello Ada");
        assertThat(data(call(null, ADA.replaceFirst("\\{", "{\"other\":7,\"more\":{\"x\":[]},")))).as("at once, with others")
                .isEqualTo("Hello Ada");
    }

    @Test
    void laterRoundsKeepEarlierAnswers() {
        tool(ROUNDS);

        String first = state(call(null, null).result());
        JsonNode second = call(first, ADA).result();
        assertThat(state(second)).isNotEqualTo(first);
        assertThat(second.get("inputRequests").toString()).contains("sample-1").contains("Greet Ada").doesNotContain("user_name");
        assertThat(data(call(state(second),
                "{\"sample-1\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
                        + "\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":\"Eve\"}}}")))
                .as("what was answered once stays").isEqualTo("Ada: Hi");
    }

    @Test
    void oneRoundAsksSeveralQuestions() {
        tool("""
                - to: "mcp:elicit?key=user_name&message=Who&field.name=string&wait=false"
                - to: "mcp:sample?key=greeting&message=Greet&wait=false"
                - to: "mcp:roots?key=client_roots"
                - setBody:
                    simple: "${exchangeProperty.answers[user_name][content][name]} ${exchangeProperty.answers[greeting][content][text]} \
                ${body.size}"
                """);

        JsonNode asked = call(null, null).result();
        assertThat(asked.get("inputRequests").fieldNames()).toIterable().containsExactly("user_name", "greeting", "client_roots");
        JsonNode rest = call(state(asked), ADA).result();
        assertThat(rest.get("inputRequests").fieldNames()).toIterable().containsExactly("greeting", "client_roots");
        assertThat(data(
                call(state(rest), "{\"greeting\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
                + "\"client_roots\":{\"roots\":[]}}")))
                .isEqualTo("Ada Hi 0");
    }

    /** Not even a route that takes every failure for granted goes on without the answer. */
    @ParameterizedTest
    @ValueSource(strings = {"doTry", "enrich", "direct"})
    void routeStopsWithoutAnAnswer(String how) {
        String done = "- to: \"mcp:log?message=destroyed\"\n- setBody: {constant: destroyed}\n";
        String elicit = "- to: \"mcp:elicit?key=user_name&message=Sure\"\n";
        String steps = switch (how) {
            case "doTry" ->
                    "- doTry:\n    steps:\n      - to: \"mcp:elicit?key=user_name&message=Sure\"\n    doCatch:\n      - exception: "
                            + "[java.lang.Exception]\n        steps:\n"
                        + "          - setBody: {constant: caught}\n" + done;
            case "enrich" -> "- enrich: {constant: 'direct:confirm'}\n" + done;
            default -> "- to: direct:confirm\n" + done;
        };
        save("confirm", "- route:\n    id: confirm\n    from:\n      uri: direct:confirm\n      steps:\n" + elicit.indent(8));
        tool(steps);
        ObjectNode params = params(null, null);

        Answer answer = send("tools/call", params, ALL);

        assertThat(answer.body()).doesNotContain("destroyed");
        state(answer.result());
        assertThat(data(call(null, "{\"user_name\":{\"action\":\"accept\"}}"))).isEqualTo("destroyed");
        delete("confirm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prompts/get", "resources/read"})
    void promptsAndResourcesAskTheClient(String method) {
        boolean prompt = method.equals("prompts/get");
        save("asking", (prompt ? prompt("asking", "asks") : resource("asking", "asks")).replaceAll("(?s)steps:.*",
                Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().until(() -> list(method.substring(0, method.indexOf('/'))).contains("asks"));
        ObjectNode params = McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}");

        JsonNode first = send(method, params, ALL).result();
        assertThat(first.has("ttlMs")).isFalse();
        ObjectNode second = params.deepCopy().put("requestState", state(first));
        second.set("inputResponses", McpClient.object(ADA));

        assertThat(send(method, second, ALL).result().toString()).contains("Hello Ada");
        assertThat(send(method, params, "{}").error().get("code").asInt()).isEqualTo(-32021);
        assertThat(client.modern("tools/list", McpClient.object("{\"inputResponses\":{}}"), "ListToolsResult").result().get("resultType")
                .asText()).isEqualTo("complete");
    }
}
