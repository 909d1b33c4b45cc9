package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Test;

/** The MCP tool get_action_info answers the same as the REST endpoint. */
class RecallToolTest extends ExampleRecallTest {

    @Test
    void toolReturnsTheAnswerOfRest() {
        JsonNode rest = recall.recall(QUERY, BODY).json();
        JsonNode envelope = client.envelope("get_action_info",
                McpClient.object(
                        "{\"kn_id\": \"kn_medical\", \"at_id\": \"at_treatment_plan\", \"unique_identity\": {\"disease_id\": "
                                + "\"disease_000001\"}}"),
                "x-account-id", "bdb78b62", "x-account-type", "user");
        assertThat(envelope.get("data")).isEqualTo(rest);
        SERVICES.asked();

        client.envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"_instance_identity\": {\"id\": 1}}"),
                "X-User-Id", "ada", "Authorization", "Bearer mine");
        assertThat(SERVICES.asked().get(0).headers()).as("the account is the caller").containsEntry("x-account-id", "ada")
                .containsEntry("x-account-type", "user")
                .containsEntry("authorization", "Bearer mine");
    }

    @Test
    void errorsOfTheToolHaveCodeAndName() {
        SERVICES.ontologyQuery(json("{\"action_source\": {\"type\": \"shell\"}, \"actions\": [{\"parameters\": {}}]}"));
        ObjectNode arguments = McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"unique_identity\": {\"id\": 1}}");
        JsonNode error = client.envelope("get_action_info", arguments).get("error");
        assertThat(error.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.at("/detail/code").asText()).isEqualTo("ErrExtActionRecallUnsupportedType");
        SERVICES.ontologyQuery(status(500, "{}"));
        assertThat(client.envelope("get_action_info", arguments).at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        JsonNode missing = client.envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\"}")).get("error");
        assertThat(missing.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(missing.get("message").asText()).contains("unique_identity");
    }
}
