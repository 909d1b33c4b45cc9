package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In local mode an action of the example network is recalled and its tool called. */
@Tag("full")
class LocalRecallTest extends LocalGatewayTest {

    @Test
    void anMcpActionIsRecalledAndCalled() {
        JsonNode tool = action("at_treatment_plan").tool();
        assertThat(tool.get("name").asText()).isEqualTo("generate_disease_treatment_plan");
        assertThat(tool.get("fixed_params"))
                .isEqualTo(McpClient.object("{\"disease_id\": \"disease_000001\", \"include_drugs\": \"true\"}"));
        assertThat(tool.at("/parameters/properties/patient/properties/allergies/items/properties/substance/type").asText())
                .isEqualTo("string");
        assertThat(tool.get("parameters").toString()).doesNotContain("$ref", "$defs");
        assertThat(tool.at("/original_schema/properties/patient/$ref").asText()).isEqualTo("#/$defs/Patient");

        ObjectNode arguments = ((ObjectNode) tool.get("fixed_params")).put("patient_age", 71).put("severity", "severe");
        JsonNode result = recall.send("POST", tool.get("api_url").asText(), arguments.toString()).json();
        assertThat(result.get("isError").isBoolean()).isTrue();
        assertThat(result.get("isError").booleanValue()).isFalse();
        assertThat(McpClient.object(result.at("/content/0/text").asText()).get("treatment_plan"))
                .isEqualTo(result.at("/structuredContent/treatment_plan"));
        assertThat(result.at("/structuredContent/treatment_plan").toString()).contains("disease_000001");
    }

    @Test
    void refusalIsInTheResult() {
        RecallClient.Answer answer = recall.send("POST",
                "/api/agent-retrieval/in/v1/mcp/proxy/medical/tools/generate_disease_treatment_plan/call", "{\"disease_id\": \"no\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("isError").booleanValue()).isTrue();
    }

    @Test
    void toolboxActionIsRecalledAndCalled() {
        JsonNode tool = action("at_disease_report").tool();
        assertThat(tool.get("name").asText()).isEqualTo("create_disease_report");
        assertThat(tool.at("/parameters/properties").fieldNames()).toIterable().containsExactly("header", "path", "query", "body");
        assertThat(tool.at("/parameters/properties/body/properties/findings/items/properties").fieldNames()).toIterable().contains("code",
                "note");
        assertThat(tool.get("parameters").toString()).doesNotContain("$ref");

        ObjectNode call = (ObjectNode) tool.get("fixed_params");
        ObjectNode body = (ObjectNode) call.get("body");
        body.putObject("period").put("from", "2026-01-01").put("to", "2026-06-30");
        body.put("title", "复诊 report").putArray("findings").addObject().put("code", "F1").put("note", "stable");
        RecallClient.Answer answer = recall.send("POST", tool.get("api_url").asText(), call.toString());
        assertThat(answer.json().get("status_code").asInt()).as(answer.text()).isEqualTo(201);
        assertThat(answer.json().at("/body/title").asText()).isEqualTo("复诊 report");
        assertThat(answer.json().at("/body/source").asText()).isEqualTo("kn_medical");
        assertThat(answer.json().at("/body/disease/disease_id").asText()).isEqualTo("disease_000001");
        assertThat(answer.json().get("error").asText()).isEmpty();
    }

    @Test
    void toolReturnsTheSame() {
        JsonNode envelope = client.envelope("get_action_info",
                McpClient.object(
                        "{\"kn_id\": \"kn_medical\", \"at_id\": \"at_disease_report\", \"unique_identity\": {\"disease_id\": "
                                + "\"disease_000003\"}}"));
        assertThat(envelope.at("/data/headers/x-account-id").asText()).isEqualTo("local");
        assertThat(envelope.at("/data/_dynamic_tools/0/fixed_params/path/disease_id").asText()).isEqualTo("disease_000003");
    }
}
