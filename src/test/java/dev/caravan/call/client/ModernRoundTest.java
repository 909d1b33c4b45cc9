package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;

/** A modern client that calls the tool {@code asking} round by round; each answer is checked against the schema of MCP 2026-07-28. */
abstract class ModernRoundTest extends AskingToolTest {

    static final String ALL = "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}";
    static final String ADA = "{\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}}";

    static final String NAME = """
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

    Answer send(String method, ObjectNode params, String capabilities, String... headers) {
        ObjectNode full = McpClient.modernParams(params, McpClient.object(capabilities));
        String name = full.path(method.equals("resources/read") ? "uri" : "name").asText();
        String[] all = java.util.stream.Stream.concat(
                java.util.stream.Stream.of("MCP-Protocol-Version", McpClient.MODERN, "Mcp-Method", method, "Mcp-Name", name),
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

    Answer call(String state, String responses) {
        return send("tools/call", params(state, responses), ALL);
    }

    static ObjectNode params(String state, String responses) {
        ObjectNode params = McpClient.object("{\"name\":\"asking\",\"arguments\":{}}");
        if (state != null) {
            params.put("requestState", state);
        }
        if (responses != null) {
            params.set("inputResponses", McpClient.object(responses));
        }
        return params;
    }

    static String state(JsonNode result) {
        assertThat(result.get("resultType").asText()).as(result.toString()).isEqualTo("input_required");
        return result.get("requestState").asText();
    }

    static String data(Answer answer) {
        JsonNode result = answer.result();
        assertThat(result.get("resultType").asText()).as(result.toString()).isEqualTo("complete");
        assertThat(result.has("ttlMs")).isFalse();
        return result.at("/structuredContent/data").asText();
    }
}
