package dev.caravan.mcp;

import static dev.caravan.McpClient.JSON;
import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.EditableGatewayTest;
import dev.caravan.McpClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code subscriptions/listen} is refused where it cannot be understood or answered. */
class ListenRefusalsTest extends EditableGatewayTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{}",
        "{\"notifications\":7}",
        "{\"notifications\":[]}",
        "{\"notifications\":{\"toolsListChanged\":\"yes\"}}",
        "{\"notifications\":{\"resourceSubscriptions\":\"a\"}}",
        "{\"notifications\":{\"resourceSubscriptions\":[1]}}",
        "{\"notifications\":{\"taskIds\":{}}}"})
    void invalidRequestsAreRefused(String params) {
        Answer answer = client.modern("subscriptions/listen", object(params), "EmptyResult");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.error().get("code").asInt()).isEqualTo(-32602);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @Test
    void clientsWithoutEventStreamAreRefused() {
        Answer answer = client.modern("subscriptions/listen", object("{\"notifications\":{}}"), JSON.createObjectNode(), "EmptyResult",
                "Accept", "application/json");

        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.json().get("id").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
    void legacyClientsCannotListen(String revision) {
        assertThat(client.legacy(revision, "subscriptions/listen", object("{\"notifications\":{}}"), "EmptyResult").error().get("code")
                .asInt())
                .isEqualTo(-32601);
    }
}
