package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A recall of a toolbox's action gives its tool as before (document 2, section 8). */
@Tag("full")
class ToolboxRecallTest extends ExampleRecallTest {

    @Test
    void section8_typeToolIsUnchanged() {
        SERVICES.ontologyQuery(json("""
                {"action_source": {"type": "tool", "box_id": "box 1", "tool_id": "t-1"},
                 "actions": [{"parameters": {"disease_id": "disease_000001", "x-account-id": "a", "note": {"n": 1}}}]}"""));
        SERVICES.operatorIntegration(json("""
                {"tool_id": "t-1", "name": "report", "description": "Writes a report", "status": "enabled", "metadata_type": "openapi",
                 "metadata": {"path": "/d/{disease_id}", "method": "POST", "api_spec": {
                   "parameters": [{"name": "disease_id", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "limit", \
                "in": "query", "schema": {"type": "integer"}}],
                   "request_body": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Report"}}}},
                   "components": {"schemas": {"Report": {"type": "object", "properties": {"note": {"type": "object"}}, "required": \
                ["note"]}}}}}}"""));
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(SERVICES.asked().get(1).path()).isEqualTo("/api/agent-operator-integration/internal-v1/tool-box/box%201/tool/t-1");
        assertThat(tool.get("name").asText() + ": " + tool.get("description").asText()).isEqualTo("report: Writes a report");
        assertThat(tool.get("api_url").asText())
                .isEqualTo(SERVICES.url() + "/api/agent-operator-integration/internal-v1/tool-box/box%201/proxy/t-1");
        assertThat(tool.at("/parameters/properties").fieldNames()).toIterable().containsExactly("path", "query", "body");
        assertThat(tool.at("/parameters/properties/path/required/0").asText()).isEqualTo("disease_id");
        assertThat(tool.at("/parameters/properties/body/required/0").asText()).isEqualTo("note");
        assertThat(tool.at("/original_schema/request_body/content/application~1json/schema/$ref").asText())
                .isEqualTo("#/components/schemas/Report");
        assertThat(tool.get("fixed_params")).isEqualTo(McpClient.object(
                "{\"header\": {\"x-account-id\": \"a\"}, \"path\": {\"disease_id\": \"disease_000001\"}, \"query\": {}, \"body\": "
                        + "{\"note\": {\"n\": 1}}}"));
    }
}
