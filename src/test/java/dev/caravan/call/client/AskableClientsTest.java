package dev.caravan.call.client;

import static dev.caravan.call.client.LegacyClient.next;
import static dev.caravan.call.client.LegacyClient.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.StreamClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a client that can answer is asked, and only its own session answers. */
@Tag("full")
class AskableClientsTest extends LegacyQuestionTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"sampling\":{}}", "{\"elicitation\":{\"url\":{}}}", "{\"elicitation\":true}"})
    void clientsAreAskedOnlyWhatTheyDeclared(String capabilities) throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", capabilities);

        JsonNode failed = legacy.request("tools/call", McpClient.object("{\"name\":\"asking\"}")).result();

        assertThat(failed.get("isError").asBoolean()).isTrue();
        assertThat(failed.at("/structuredContent/error/message").asText()).contains("does not offer elicitation");
    }

    @Test
    void clientsWithoutSessionOrEventStreamAreNotAsked() {
        tool(NAME);

        JsonNode stranger = client.call("asking", McpClient.object("{}")).result();
        assertThat(stranger.at("/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        JsonNode batch = client.post("[" + McpClient.request("tools/call", McpClient.object("{\"name\":\"asking\"}")) + "]",
                "MCP-Protocol-Version", "2025-03-26",
                "Mcp-Session-Id", LegacyClient.open(port(), "2025-03-26", LegacyClient.ALL).session()).json();
        assertThat(batch.at("/0/result/structuredContent/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
    }

    @Test
    void answerOfAnotherSessionIsIgnored() throws Exception {
        tool(NAME);
        LegacyClient legacy = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);
        LegacyClient other = LegacyClient.open(port(), "2025-11-25", LegacyClient.ALL);

        try (StreamClient stream = legacy.call("asking")) {
            JsonNode question = next(stream, "elicitation/create");
            assertThat(other.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Eve\"}}").status()).isEqualTo(202);
            assertThat(client.post(McpClient.object(
                    "{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{\"action\":\"decline\"}}").toString())
                    .status())
                    .isEqualTo(202);
            String forged = question.get("id").asText().replaceFirst("...$", "AAA");
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":\"" + forged + "\",\"result\":{\"action\":\"decline\"}}"));
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"decline\"}}"));
            legacy.post(McpClient.object("{\"jsonrpc\":\"2.0\",\"id\":\"\",\"error\":7}"));
            legacy.respond(question, "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}");
            assertThat(result(stream).at("/structuredContent/data").asText()).isEqualTo("Hello Ada");
        }
    }
}
