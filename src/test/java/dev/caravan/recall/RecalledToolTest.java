package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Asked;
import org.junit.jupiter.api.Test;

/** A recall of an MCP action asks both services and gives the tool with plain parameters (document 2, FR-001 to FR-003 and FR-006). */
class RecalledToolTest extends ExampleRecallTest {

    @Test
    void fr001_typeMcpTakesTheMcpRoute() {
        RecallClient.Answer answer = recall.recall(QUERY, BODY);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(SERVICES.asked()).extracting(Asked::method, Asked::path).containsExactly(
                org.assertj.core.groups.Tuple.tuple("POST",
                        "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan"),
                org.assertj.core.groups.Tuple.tuple("GET",
                        "/api/agent-operator-integration/internal-v1/mcp/proxy/ad3ca391-a598-4764-a6c8-e62b9662e87e/tools"));
    }

    @Test
    void fr001_mcpIdAndToolNameComeFromTheSource() {
        assertThat(recall.recall(QUERY, BODY).tool().get("api_url").asText()).isEqualTo("http://127.0.0.1:" + port()
                + "/api/agent-retrieval/in/v1/mcp/proxy/ad3ca391-a598-4764-a6c8-e62b9662e87e/tools/generate_disease_treatment_plan/call");
    }

    @Test
    void requestToOntologyQuery() {
        recall.recall(QUERY, BODY);
        Asked asked = SERVICES.asked().get(0);
        assertThat(asked.body()).isEqualTo("{\"unique_identities\":[{\"disease_id\":\"disease_000001\"}]}");
        assertThat(asked.headers()).containsEntry("x-http-method-override", "GET").containsEntry("content-type", "application/json");
    }

    @Test
    void fr002_theToolIsSelectedFromTheListOfAoi() {
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(tool.get("name").asText()).isEqualTo("generate_disease_treatment_plan");
        assertThat(tool.get("description").asText()).isEqualTo("基于疾病ID生成个性化治疗方案");
    }

    @Test
    void fr002_aMissingToolIs404WithItsName() {
        SERVICES.operatorIntegration(json("{\"tools\": [{\"name\": \"another\", \"inputSchema\": {}}]}"));
        RecallClient.Answer answer = recall.recall(QUERY, BODY);
        assertThat(answer.error()).isEqualTo("404 ErrExtActionRecallToolNotFound");
        assertThat(answer.json().at("/details/tool_name").asText()).isEqualTo("generate_disease_treatment_plan");
        assertThat(answer.json().at("/details/mcp_id").asText()).isEqualTo("ad3ca391-a598-4764-a6c8-e62b9662e87e");
        assertThat(answer.json().get("description").asText()).contains("generate_disease_treatment_plan");
    }

    @Test
    void fr003_definitionsAreInlined() {
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(tool.get("parameters")).isEqualTo(McpClient.object("""
                {"type": "object",
                 "properties": {
                   "disease_id": {"type": "string", "description": "疾病编号"},
                   "patient_age": {"type": "integer", "description": "患者年龄"},
                   "patient": {"type": "object", "description": "A patient",
                     "properties": {"weight": {"type": "number"}, "mother": {"type": "object", "description": "A patient"}}}},
                 "required": ["disease_id"]}"""));
        assertThat(tool.get("parameters").toString()).doesNotContain("$defs", "$ref");
        assertThat(tool.at("/original_schema/$defs/Patient/properties/mother/$ref").asText()).as("the original is untouched")
                .isEqualTo("#/$defs/Patient");
    }

    @Test
    void fr003_aSimpleSchemaIsConverted() {
        SERVICES.operatorIntegration(json(
                "{\"tools\": [{\"name\": \"generate_disease_treatment_plan\", \"inputSchema\": {\"properties\": {\"x\": {\"type\": "
                        + "\"string\"}}}}]}"));
        JsonNode tool = recall.recall(QUERY, BODY, "x-business-domain", "simple").tool();
        assertThat(tool.get("parameters"))
                .isEqualTo(McpClient.object("{\"properties\": {\"x\": {\"type\": \"string\"}}, \"type\": \"object\"}"));
        assertThat(tool.get("description").asText()).isEmpty();
    }

    @Test
    void fr006_circularReferencesEnd() {
        SERVICES.operatorIntegration(json("""
                {"tools": [{"name": "generate_disease_treatment_plan", "inputSchema": {"type": "object", "properties": {"a": {"$ref": \
                "#/$defs/A"}},
                  "$defs": {"A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"type": "object", "properties": \
                {"a": {"$ref": "#/$defs/A"}}}}}}]}"""));
        JsonNode tool = recall.recall(QUERY, BODY, "x-business-domain", "circle").tool();
        assertThat(tool.at("/parameters/properties/a/properties/b/properties/a")).isEqualTo(McpClient.object("{\"type\": \"object\"}"));
    }
}
