package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.call.prompt.PromptFollower;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A scripted model that follows the prompt recall_action recalls an action and calls it. */
class FollowedRecallPromptTest extends LocalGatewayTest {

    @Test
    void promptLeadsToTheCallOfAnAction() {
        List<JsonNode> answers = new PromptFollower(client, "recall_action",
                McpClient.object(
                        "{\"network\":\"kn_medical\",\"action\":\"at_treatment_plan\",\"object\":\"disease_id is disease_000001\"}"))
                .choose("NETWORK", "kn_medical").choose("ACTION", "at_treatment_plan").choose("KEY", "disease_id")
                .choose("VALUE", "disease_000001").follow();

        JsonNode tool = answers.get(0).at("/data/_dynamic_tools/0");
        ObjectNode arguments = ((ObjectNode) tool.get("fixed_params")).put("patient_age", 71);
        JsonNode result = recall.send("POST", tool.get("api_url").asText(), arguments.toString()).json();
        assertThat(result.at("/structuredContent/treatment_plan/disease/disease_id").asText()).isEqualTo("disease_000001");
    }
}
