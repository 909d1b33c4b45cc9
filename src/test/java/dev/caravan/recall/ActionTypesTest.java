package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A model that knows no id finds networks and action types, and recalls an action on several objects at once. */
@Tag("full")
class ActionTypesTest extends LocalGatewayTest {

    private JsonNode list(String arguments) {
        JsonNode envelope = client.envelope("list_action_types", McpClient.object(arguments));
        assertThat(envelope.get("ok").booleanValue()).as(envelope.toString()).isTrue();
        return envelope.get("data");
    }

    private JsonNode error(String arguments) {
        return client.envelope("list_action_types", McpClient.object(arguments)).get("error");
    }

    @Test
    void networksListActionTypesThatAreRecalled() {
        JsonNode networks = list("{}");
        assertThat(networks.at("/networks/0/kn_id").textValue()).isEqualTo("kn_medical");
        assertThat(networks.get("total").intValue()).isEqualTo(1);
        assertThat(networks.has("next_offset")).isFalse();

        JsonNode found = list("{\"kn_id\":\"kn_medical\",\"name\":\"TREATMENT\",\"object_type\":\"disease\"}").get("action_types");
        assertThat(found).hasSize(1);
        JsonNode type = found.get(0);
        assertThat(type).isEqualTo(
                McpClient.object("{\"at_id\":\"at_treatment_plan\",\"name\":\"Work out a treatment plan\",\"object_type\":\"disease\","
                + "\"object_keys\":[\"disease_id\"],\"source\":\"mcp\",\"inputs\":[\"patient_age\"]}"));

        JsonNode action = client.envelope("get_action_info",
                McpClient.object("{\"kn_id\":\"kn_medical\",\"at_id\":\"" + type.get("at_id").textValue() + "\",\"unique_identity\":{\""
                + type.at("/object_keys/0").textValue() + "\":\"disease_000001\"}}")).get("data");
        assertThat(action.at("/_dynamic_tools/0/name").textValue()).isEqualTo("generate_disease_treatment_plan");
        assertThat(action.has("_actions")).as("one action is as document 2 has it").isFalse();
    }

    @Test
    void actionTypesArePaged() {
        JsonNode first = list("{\"kn_id\":\"kn_medical\",\"limit\":3}");
        assertThat(first.get("action_types")).hasSize(3);
        assertThat(first.get("total").intValue()).isEqualTo(4);
        JsonNode second = list("{\"kn_id\":\"kn_medical\",\"limit\":3,\"offset\":" + first.get("next_offset") + "}");
        assertThat(second.get("action_types")).hasSize(1);
        assertThat(second.has("next_offset")).isFalse();
        assertThat(first.get("action_types").findValuesAsText("at_id")).doesNotContain(second.at("/action_types/0/at_id").textValue());
        assertThat(list("{\"kn_id\":\"kn_medical\",\"offset\":100000}").get("action_types")).isEmpty();
        assertThat(list("{\"kn_id\":\"kn_medical\",\"name\":\"nothing has this\"}").get("action_types")).isEmpty();
    }

    @Test
    void numbersMayHaveAZeroFraction() {
        JsonNode page = list("{\"kn_id\":\"kn_medical\",\"limit\":2.0,\"offset\":1.0}");
        assertThat(page).isEqualTo(list("{\"kn_id\":\"kn_medical\",\"limit\":2,\"offset\":1}"));
        assertThat(list("{\"limit\":2e1}").get("networks")).hasSize(1);
    }

    @Test
    void wrongArgumentsAreReported() {
        assertThat(error("{\"kn_id\":\"kn_none\"}").toString()).contains("UPSTREAM_ERROR").contains("Knowledge network not found: kn_none");
        assertThat(error("{\"kn_id\":\"..\"}").get("code").textValue()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error("{\"object_type\":\"disease\"}").get("message").textValue()).contains("kn_id");
        assertThat(error("{\"limit\":101}").get("message").textValue()).contains("limit");
    }

    @Test
    void everyActionIsReturned() {
        String several = "\"_instance_identities\":[{\"disease_id\":\"disease_000002\"},{\"disease_id\":\"none\"},"
                + "{\"disease_id\":\"disease_000001\"}]";
        JsonNode mcp = client
                .envelope("get_action_info", McpClient.object("{\"kn_id\":\"kn_medical\",\"at_id\":\"at_treatment_plan\"," + several + "}"))
                .get("data");
        assertThat(mcp.get("_dynamic_tools")).as("the function is one").hasSize(1);
        assertThat(mcp.get("_total_actions").intValue()).isEqualTo(2);
        assertThat(mcp.at("/_actions/0/fixed_params")).isEqualTo(mcp.at("/_dynamic_tools/0/fixed_params"));
        assertThat(mcp.at("/_actions/1"))
                .isEqualTo(McpClient.object("{\"fixed_params\":{\"disease_id\":\"disease_000001\",\"include_drugs\":\"true\"},"
                + "\"_instance_identity\":{\"disease_id\":\"disease_000001\"}}"));

        JsonNode tool = recall.recall("?kn_id=kn_medical&at_id=at_disease_report", "{" + several + "}").json();
        assertThat(tool.at("/_actions/1/fixed_params/path/disease_id").textValue()).as("in layers").isEqualTo("disease_000001");
    }
}
