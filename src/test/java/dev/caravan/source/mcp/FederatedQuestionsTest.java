package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a server asks in the middle of a call, the client of that call is asked, in both eras. */
@Tag("full")
class FederatedQuestionsTest extends FederatedGateways {

    private static final Path SERVER = Path.of("src/test/clients/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
            .toAbsolutePath();

    @BeforeEach
    void offer() {
        configure("everything: {command: node, args: [\"" + SERVER + "\"], timeout: 60s, expose: {}}");
        gateway = offering().start();
        until(() -> tools().containsKey("trigger-elicitation-request"));
    }

    @Test
    void aModernClientAnswersWithItsNextRequest() {
        JsonNode asked = modern("{\"elicitation\":{}}", McpClient.object("{\"name\":\"trigger-elicitation-request\",\"arguments\":{}}"));
        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        String key = asked.get("inputRequests").fieldNames().next();
        assertThat(asked.at("/inputRequests/" + key + "/method").asText()).isEqualTo("elicitation/create");
        assertThat(asked.at("/inputRequests/" + key + "/params/message").asText()).contains("Please provide inputs");

        ObjectNode again = McpClient.object("{\"name\":\"trigger-elicitation-request\",\"arguments\":{}}").put("requestState",
                asked.get("requestState").asText());
        again.putObject("inputResponses").set(key, McpClient.object("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}"));
        JsonNode answered = modern("{\"elicitation\":{}}", again);
        assertThat(answered.get("resultType").asText()).isEqualTo("complete");
        assertThat(answered.get("content").toString()).contains("Ada");
    }

    @Test
    void aLegacyClientIsAskedOnTheStreamOfItsCall() throws Exception {
        String session = gateway.client()
                .post(McpClient.request("initialize",
                        McpClient.object("{\"protocolVersion\":\"2025-11-25\",\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
                + "\"capabilities\":{\"sampling\":{}}}")).toString()).headers().get("mcp-session-id").get(0);
        String[] headers = {"MCP-Protocol-Version", "2025-11-25", "Mcp-Session-Id", session};
        ObjectNode params = McpClient.object(
                "{\"name\":\"trigger-sampling-request\",\"arguments\":{\"prompt\":\"Say hi\",\"maxTokens\":50}}");
        try (StreamClient stream = StreamClient.send(gateway.port(), "/mcp",
                McpClient.request("tools/call", params).put("id", 7).toString(), headers)) {
            stream.readHead();
            JsonNode asked = McpClient.object(message(stream));
            assertThat(asked.get("method").asText()).isEqualTo("sampling/createMessage");
            assertThat(asked.at("/params/messages/0/content/text").asText()).contains("Say hi");

            ObjectNode answer = McpClient.object(
                    "{\"jsonrpc\":\"2.0\",\"result\":{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"Hi "
                            + "there\"}}}");
            answer.set("id", asked.get("id"));
            gateway.client().post(answer.toString(), headers);
            assertThat(message(stream)).contains("Hi there").contains("\"id\":7");
        }
    }

    @Test
    void clientThatCannotBeAskedGetsAnError() {
        assertThat(call("trigger-elicitation-request", "{}").at("/result/isError").asBoolean()).isTrue();
    }

    private static String message(StreamClient stream) throws Exception {
        String data = "";
        while (data.isBlank()) {
            data = stream.nextEvent().data();
        }
        return data;
    }

    private JsonNode modern(String capabilities, ObjectNode params) {
        return gateway.client().modernCall(params, capabilities).result();
    }
}
