package dev.caravan.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import java.time.Duration;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A route that asks a modern client is answered with its questions, and run again with the answers (MCP 2026-07-28, multi round-trip requests). */
class ModernRoundsTest extends EditableGatewayTest {

    private static final String ALL = "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}";
    private static final String ADA = "{\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}}";

    private static final String NAME = """
            - to:
                uri: mcp:elicit
                parameters:
                  key: user_name
                  message: Who are you?
                  field.name: string
                  field.name.required: true
            - setBody:
                simple: Hello ${body[content][name]}
            """;

    private static final String ROUNDS = """
            - to: "mcp:elicit?key=user_name&message=Who&field.name=string"
            - to: "mcp:sample?message=Greet ${body[content][name]}"
            - setBody:
                simple: "${exchangeProperty.answers[user_name][content][name]}: ${body[content][text]}"
            """;

    private void tool(String steps) {
        save("asking", tool("asking", "asks", "x").replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + steps.indent(8))));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").contains("asks"));
    }

    private Answer send(String method, ObjectNode params, String capabilities, String... headers) {
        ObjectNode full = params.deepCopy();
        full.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", McpClient.MODERN)
                .set("io.modelcontextprotocol/clientCapabilities", McpClient.object(capabilities));
        String name = full.path(method.equals("resources/read") ? "uri" : "name").asText();
        String[] all = java.util.stream.Stream.concat(java.util.stream.Stream.of("MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", method, "Mcp-Name", name),
                java.util.Arrays.stream(headers)).toArray(String[]::new);
        Answer answer = client.post(McpClient.request(method, full).toString(), all);
        JsonNode json = answer.json();
        McpClient.checkType(McpClient.MODERN, json.has("error") ? "JSONRPCErrorResponse" : "JSONRPCResultResponse", json);
        if (json.has("result")) {
            boolean open = json.at("/result/resultType").asText().equals("input_required");
            McpClient.checkType(McpClient.MODERN, open ? "InputRequiredResult" : method.equals("tools/call") ? "CallToolResult"
                    : method.equals("prompts/get") ? "GetPromptResult" : "ReadResourceResult", json.get("result"));
        }
        return answer;
    }

    private Answer call(String state, String responses) {
        return send("tools/call", params(state, responses), ALL);
    }

    private static ObjectNode params(String state, String responses) {
        ObjectNode params = McpClient.object("{\"name\":\"asking\",\"arguments\":{}}");
        if (state != null) {
            params.put("requestState", state);
        }
        if (responses != null) {
            params.set("inputResponses", McpClient.object(responses));
        }
        return params;
    }

    private static String state(JsonNode result) {
        assertThat(result.get("resultType").asText()).as(result.toString()).isEqualTo("input_required");
        return result.get("requestState").asText();
    }

    private static String data(Answer answer) {
        JsonNode result = answer.result();
        assertThat(result.get("resultType").asText()).as(result.toString()).isEqualTo("complete");
        assertThat(result.has("ttlMs")).isFalse();
        return result.at("/structuredContent/data").asText();
    }

    @Test
    void theQuestionIsTheAnswerAndTheAnswerComesWithTheNextRequest() {
        tool(NAME);

        Answer first = call(null, null);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.result().get("inputRequests").toString()).isEqualTo("{\"user_name\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who are you?\","
                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}}}}");
        assertThat(data(call(state(first.result()), ADA))).isEqualTo("Hello Ada");
        assertThat(data(call(null, ADA.replaceFirst("\\{", "{\"other\":7,\"more\":{\"x\":[]},")))).as("at once, with others").isEqualTo("Hello Ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"wrong_key\":{\"action\":\"accept\"}}", "{\"user_name\":12345}", "{\"user_name\":null}", "{\"user_name\":[]}", "{\"user_name\":{}}",
        "{\"user_name\":{\"action\":\"maybe\"}}", "{\"user_name\":{\"action\":\"accept\"}}", "{\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":7}}}",
        "{\"user_name\":{\"action\":\"accept\",\"content\":\"Ada\"}}"})
    void whatIsNoAnswerIsAskedForAgain(String responses) {
        tool(NAME);
        String state = state(call(null, null).result());

        JsonNode again = call(state, responses).result();

        assertThat(state(again)).isNotEqualTo(state);
        assertThat(again.get("inputRequests").has("user_name")).isTrue();
        assertThat(data(call(state(again), ADA))).isEqualTo("Hello Ada");
    }

    @Test
    void inputResponsesAreAnObjectAndRequestStateIsAString() {
        tool(NAME);
        for (String bad : new String[] {"{\"inputResponses\":null}", "{\"inputResponses\":[]}", "{\"inputResponses\":\"x\"}", "{\"requestState\":7}", "{\"requestState\":null}"}) {
            ObjectNode params = params(null, null);
            params.setAll(McpClient.object(bad));
            assertThat(send("tools/call", params, ALL).error().get("code").asInt()).as(bad).isEqualTo(-32602);
        }
    }

    @Test
    void roundsFollowOneAnotherAndEarlierAnswersAreNotAskedForAgain() {
        tool(ROUNDS);

        String first = state(call(null, null).result());
        JsonNode second = call(first, ADA).result();
        assertThat(state(second)).isNotEqualTo(first);
        assertThat(second.get("inputRequests").toString()).contains("sample-1").contains("Greet Ada").doesNotContain("user_name");
        assertThat(data(call(state(second), "{\"sample-1\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},"
                + "\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":\"Eve\"}}}"))).as("what was answered once stays").isEqualTo("Ada: Hi");
    }

    @Test
    void severalQuestionsAreAskedInOneRound() {
        tool("""
                - to: "mcp:elicit?key=user_name&message=Who&field.name=string&wait=false"
                - to: "mcp:sample?key=greeting&message=Greet&wait=false"
                - to: "mcp:roots?key=client_roots"
                - setBody:
                    simple: "${exchangeProperty.answers[user_name][content][name]} ${exchangeProperty.answers[greeting][content][text]} ${body.size}"
                """);

        JsonNode asked = call(null, null).result();
        assertThat(asked.get("inputRequests").fieldNames()).toIterable().containsExactly("user_name", "greeting", "client_roots");
        JsonNode rest = call(state(asked), ADA).result();
        assertThat(rest.get("inputRequests").fieldNames()).toIterable().containsExactly("greeting", "client_roots");
        assertThat(data(call(state(rest), "{\"greeting\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"}},\"client_roots\":{\"roots\":[]}}")))
                .isEqualTo("Ada Hi 0");
    }

    @Test
    void onlyWhatTheClientCanBeAskedIsAsked() {
        tool("""
                - filter:
                    simple: ${exchangeProperty.clientCapabilities[elicitation]} != null
                    steps:
                      - to: "mcp:elicit?key=user_name&message=Who&wait=false"
                - to: "mcp:sample?key=greeting&message=Greet"
                """);

        assertThat(send("tools/call", params(null, null), "{\"sampling\":{}}").result().get("inputRequests").fieldNames()).toIterable().containsExactly("greeting");
        Answer refused = send("tools/call", params(null, null), "{\"elicitation\":{}}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error().toString()).isEqualTo("{\"code\":-32021,\"message\":\"This needs the client capability sampling\",\"data\":{\"requiredCapabilities\":{\"sampling\":{}}}}");
    }

    @Test
    void aStateIsGoodForOneRequestOfOneCallerAlone() {
        tool(NAME);
        save("another", tool("another", "another", "x").replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().atMost(Duration.ofSeconds(20)).until(() -> list("tools").contains("another"));
        String state = state(call(null, null).result());

        for (String tampered : new String[] {state + "-TAMPERED", state.substring(1), "A" + state.substring(1), "", ".", "x.y", state.replace('.', '-'),
            state.substring(0, state.indexOf('.') + 1)}) {
            assertThat(call(tampered, ADA).error().get("code").asInt()).as(tampered).isEqualTo(-32602);
        }
        assertThat(send("tools/call", params(state, ADA).put("name", "another"), ALL).error().get("code").asInt()).as("another tool").isEqualTo(-32602);
        ObjectNode arguments = params(state, ADA);
        arguments.putObject("arguments").put("more", 1);
        assertThat(send("tools/call", arguments, ALL).error().get("code").asInt()).as("other arguments").isEqualTo(-32602);
        assertThat(send("tools/call", params(state, ADA), ALL, "X-User-Id", "eve").error().get("code").asInt()).as("another caller").isEqualTo(-32602);
        assertThat(data(send("tools/call", params(state, ADA), ALL))).isEqualTo("Hello Ada");
    }

    @Test
    void argumentsInAnotherOrderAreTheSame() {
        tool(NAME);
        ObjectNode params = params(null, null);
        params.set("arguments", McpClient.object("{}"));
        params.putObject("more").put("a", 1).put("b", 2);
        String state = state(send("tools/call", params, ALL).result());

        ObjectNode again = McpClient.object("{\"more\":{\"b\":2,\"a\":1},\"requestState\":\"" + state + "\",\"inputResponses\":" + ADA + ",\"arguments\":{},\"name\":\"asking\"}");

        assertThat(data(send("tools/call", again, ALL))).isEqualTo("Hello Ada");
    }

    @ParameterizedTest
    @CsvSource({"decline,FORBIDDEN", "cancel,FORBIDDEN"})
    void aDeclineFailsTheCall(String action, String code) {
        tool(NAME);

        JsonNode result = call(null, "{\"user_name\":{\"action\":\"" + action + "\"}}").result();

        assertThat(result.get("isError").asBoolean()).isTrue();
        assertThat(result.at("/structuredContent/error/code").asText()).isEqualTo(code);
    }

    /** Not even a route that takes every failure for granted goes on without the answer. */
    @ParameterizedTest
    @ValueSource(strings = {"doTry", "enrich", "direct"})
    void aRouteDoesNotGoOnWithoutTheAnswer(String how) {
        String done = "- to: \"mcp:log?message=destroyed\"\n- setBody: {constant: destroyed}\n";
        String elicit = "- to: \"mcp:elicit?key=user_name&message=Sure\"\n";
        String steps = switch (how) {
            case "doTry" -> "- doTry:\n    steps:\n      - to: \"mcp:elicit?key=user_name&message=Sure\"\n    doCatch:\n      - exception: [java.lang.Exception]\n        steps:\n"
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
    void promptsAndResourcesAskToo(String method) {
        boolean prompt = method.equals("prompts/get");
        save("asking", (prompt ? prompt("asking", "asks") : resource("asking", "asks")).replaceAll("(?s)steps:.*", Matcher.quoteReplacement("steps:\n" + NAME.indent(8))));
        await().atMost(Duration.ofSeconds(20)).until(() -> list(method.substring(0, method.indexOf('/'))).contains("asks"));
        ObjectNode params = McpClient.object(prompt ? "{\"name\":\"asking\"}" : "{\"uri\":\"edit:///asking\"}");

        JsonNode first = send(method, params, ALL).result();
        assertThat(first.has("ttlMs")).isFalse();
        ObjectNode second = params.deepCopy().put("requestState", state(first));
        second.set("inputResponses", McpClient.object(ADA));

        assertThat(send(method, second, ALL).result().toString()).contains("Hello Ada");
        assertThat(send(method, params, "{}").error().get("code").asInt()).isEqualTo(-32021);
        assertThat(client.modern("tools/list", McpClient.object("{\"inputResponses\":{}}"), "ListToolsResult").result().get("resultType").asText()).isEqualTo("complete");
    }
}
