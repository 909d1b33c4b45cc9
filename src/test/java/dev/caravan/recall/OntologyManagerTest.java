package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Asked;
import org.junit.jupiter.api.Test;

/** Action types come from the Ontology Manager of a KWeaver installation, and its failures are told. */
class OntologyManagerTest extends LoopbackGatewayTest {

    private static final ObjectNode ARGUMENTS = McpClient.object(
            "{\"kn_id\":\"kn/1\",\"name\":\"a&b\",\"object_type\":\"t\",\"offset\":20,\"limit\":2}");

    @Test
    void requestAsksForAPage() {
        SERVICES.operatorIntegration(json("""
                {"entries": [{"id": "at1", "name": "One", "comment": "Does it", "object_type_id": "t", "object_type": {"id": "t", "name": \
                "T"},
                  "action_source": {"type": "tool", "box_id": "b", "tool_id": "x"}, "parameters": [{"name": "p", "value_from": "input"}, \
                {"name": "q", "value_from": "const"}]},
                  {"id": "at2", "name": "Two"}, {"id": "at3", "name": "more than were asked for"}], "total_count": 23}"""));
        JsonNode page = client
                .envelope("list_action_types", ARGUMENTS, "x-account-id", "ada", "Authorization", "Bearer mine", "X-Other", "no")
                .get("data");

        assertThat(page).isEqualTo(McpClient.object(
                "{\"action_types\":[{\"at_id\":\"at1\",\"name\":\"One\",\"description\":\"Does it\",\"object_type\":\"t\","
                        + "\"source\":\"tool\",\"inputs\":[\"p\"]},"
                        + "{\"at_id\":\"at2\",\"name\":\"Two\",\"object_type\":\"\",\"source\":\"\",\"inputs\":[]}],\"total\":23,"
                        + "\"next_offset\":22}"));
        Asked asked = SERVICES.asked().get(0);
        assertThat(asked.method()).isEqualTo("GET");
        assertThat(asked.path()).isEqualTo(
                "/api/ontology-manager/in/v1/knowledge-networks/kn%2F1/action-types?offset=20&limit=2&sort=name&direction=asc&"
                        + "name_pattern=a%26b&object_type_id=t");
        assertThat(asked.headers()).containsEntry("x-account-id", "ada").containsEntry("authorization", "Bearer mine")
                .doesNotContainKey("x-other");
    }

    @Test
    void failuresAreReported() {
        SERVICES.operatorIntegration(status(500, "{\"a\":1}"));
        JsonNode error = client.envelope("list_action_types", ARGUMENTS).get("error");
        assertThat(error.get("code").textValue()).isEqualTo("UPSTREAM_ERROR");
        assertThat(error.get("message").textValue()).contains("Ontology Manager", "500");
        SERVICES.operatorIntegration(json("[]"));
        assertThat(client.envelope("list_action_types", ARGUMENTS).at("/error/message").textValue()).contains("JSON object");
        SERVICES.operatorIntegration(json("{}"));
        assertThat(client.envelope("list_action_types", McpClient.object("{}")).get("data"))
                .isEqualTo(McpClient.object("{\"networks\":[],\"total\":0}"));
    }
}
