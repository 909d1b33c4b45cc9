package dev.caravan.call.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.McpClient.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A modern client is asked again for what does not answer the question, and never for what it cannot answer. */
@Tag("full")
class ModernAnswersTest extends ModernRoundTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"wrong_key\":{\"action\":\"accept\"}}", "{\"user_name\":12345}", "{\"user_name\":null}",
        "{\"user_name\":[]}", "{\"user_name\":{}}",
        "{\"user_name\":{\"action\":\"maybe\"}}", "{\"user_name\":{\"action\":\"accept\"}}",
        "{\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":7}}}",
        "{\"user_name\":{\"action\":\"accept\",\"content\":\"Ada\"}}"})
    void invalidAnswerIsAskedForAgain(String responses) {
        tool(NAME);
        String state = state(call(null, null).result());

        JsonNode again = call(state, responses).result();

        assertThat(state(again)).isNotEqualTo(state);
        assertThat(again.get("inputRequests").has("user_name")).isTrue();
        assertThat(data(call(state(again), ADA))).isEqualTo("Hello Ada");
    }

    @Test
    void inputResponsesMustBeAnObjectAndRequestStateAString() {
        tool(NAME);
        for (String bad : new String[]{"{\"inputResponses\":null}", "{\"inputResponses\":[]}", "{\"inputResponses\":\"x\"}",
            "{\"requestState\":7}", "{\"requestState\":null}"}) {
            ObjectNode params = params(null, null);
            params.setAll(McpClient.object(bad));
            assertThat(send("tools/call", params, ALL).error().get("code").asInt()).as(bad).isEqualTo(-32602);
        }
    }

    @Test
    void clientsAreAskedOnlyWhatTheyDeclared() {
        tool("""
                - filter:
                    simple: ${exchangeProperty.clientCapabilities[elicitation]} != null
                    steps:
                      - to: "mcp:elicit?key=user_name&message=Who&wait=false"
                - to: "mcp:sample?key=greeting&message=Greet"
                """);

        assertThat(send("tools/call", params(null, null), "{\"sampling\":{}}").result().get("inputRequests").fieldNames()).toIterable()
                .containsExactly("greeting");
        Answer refused = send("tools/call", params(null, null), "{\"elicitation\":{}}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.error().toString())
                .isEqualTo("{\"code\":-32021,\"message\":\"The request requires the client capability sampling\","
                + "\"data\":{\"requiredCapabilities\":{\"sampling\":{}}}}");
    }

    @ParameterizedTest
    @CsvSource({"decline,FORBIDDEN", "cancel,FORBIDDEN"})
    void declineFailsTheCall(String action, String code) {
        tool(NAME);

        JsonNode result = call(null, "{\"user_name\":{\"action\":\"" + action + "\"}}").result();

        assertThat(result.get("isError").asBoolean()).isTrue();
        assertThat(result.at("/structuredContent/error/code").asText()).isEqualTo(code);
    }
}
