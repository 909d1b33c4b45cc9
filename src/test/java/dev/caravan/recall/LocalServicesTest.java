package dev.caravan.recall;

import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In local mode the gateway answers over HTTP as Ontology Query and AOI do, errors included. */
@Tag("full")
class LocalServicesTest extends LocalGatewayTest {

    @Test
    void refusalOfTheServiceIsPassedThrough() {
        String proxy = AOI + "/tool-box/medical/proxy/create_disease_report";
        JsonNode invalid = recall.send("POST", proxy,
                "{\"header\": {\"X-Request-Source\": \"t\"}, \"path\": {\"disease_id\": \"disease_000001\"}, \"body\": {}}").json();
        assertThat(invalid.get("status_code").asInt()).isEqualTo(400);
        assertThat(invalid.at("/body/error").toString()).contains("title");
        JsonNode unknown = recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", "{\"path\": {\"disease_id\": \"a/../b ?x\"}}")
                .json();
        assertThat(unknown.get("status_code").asInt()).isEqualTo(404);
        for (String bad : List.of("{\"path\": {}}", "{\"path\": {\"disease_id\": \"..\"}}", "[]", "{",
                "{\"path\": {\"disease_id\": \"d\"}, \"header\": {\"a\": \"x\\ny\"}}",
                "{\"path\": {\"disease_id\": \"d\"}, \"header\": {\"CamelHttpUri\": \"x\"}}")) {
            assertThat(recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", bad).error()).as(bad)
                    .isEqualTo("400 Public.BadRequest");
        }
    }

    @Test
    void exampleHasItsErrors() {
        assertThat(action("at_unknown_source").error()).isEqualTo("400 ErrExtActionRecallUnsupportedType");
        RecallClient.Answer missing = action("at_missing_tool");
        assertThat(missing.error()).isEqualTo("404 ErrExtActionRecallToolNotFound");
        assertThat(missing.json().at("/details/tool_name").asText()).isEqualTo("no_such_tool");
        assertThat(action("at_nowhere").error()).isEqualTo("502 ErrExtCommonExternalServerError");
        assertThat(action("at_nowhere").json().at("/details/status").asInt()).isEqualTo(404);
        assertThat(recall.recall("?kn_id=kn_none&at_id=a", BODY).json().at("/details/body/description").asText())
                .isEqualTo("Knowledge network not found: kn_none");
        assertThat(recall.recall("?kn_id=kn_medical&at_id=at_treatment_plan", "{\"unique_identity\":{\"disease_id\":\"disease_9\"}}").json()
                .get("_dynamic_tools")).isEmpty();
        assertThat(recall.recall("?kn_id=kn_medical&at_id=at_treatment_plan", "{\"unique_identity\":{\"name\":\"高血压\"}}").json()
                .get("_dynamic_tools")).isEmpty();
    }

    @Test
    void serviceEndpointsAnswerOverHttp() {
        RecallClient.Answer query = recall.send("POST",
                "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan",
                "{\"unique_identities\": [{\"disease_id\": \"disease_000002\"}, {\"disease_id\": \"none\"}, {\"disease_id\": "
                        + "\"disease_000001\"}]}",
                "X-Http-Method-Override", "GET");
        assertThat(query.json().get("total_count").asInt()).as(query.text()).isEqualTo(2);
        assertThat(query.json().at("/actions/0/parameters/disease_id").asText()).isEqualTo("disease_000002");
        assertThat(query.json().at("/actions/0/dynamic_params")).isEqualTo(McpClient.object("{\"patient_age\": null}"));
        assertThat(recall.send("POST", "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan", "{}")
                .status()).isEqualTo(400);

        JsonNode tools = recall.send("GET", AOI + "/mcp/proxy/medical/tools", null).json().get("tools");
        assertThat(tools.findValuesAsText("name")).contains("generate_disease_treatment_plan", "list_diseases");
        assertThat(tools.get(0).at("/inputSchema/$defs/Patient/type").asText()).isEqualTo("object");
        JsonNode called = recall
                .send("POST", AOI + "/mcp/proxy/medical/tool/call", "{\"tool_name\": \"list_diseases\", \"parameters\": {}}").json();
        assertThat(called.toString()).contains("disease_000001");
        assertThat(recall.send("POST", AOI + "/mcp/proxy/medical/tool/call", "{\"tool_name\": \"list_diseases\"}").error())
                .isEqualTo("400 Public.BadRequest");
        assertThat(recall.send("GET", AOI + "/mcp/proxy/nobody/tools", null).error()).isEqualTo("404 Public.NotFound");

        JsonNode tool = recall.send("GET", AOI + "/tool-box/medical/tool/get_disease", null).json();
        assertThat(tool.at("/metadata/api_spec/parameters/0/in").asText()).isEqualTo("path");
        assertThat(tool.at("/metadata/server_url").asText()).isEqualTo(SharedServers.get(ServerKind.MEDICAL).address());
        assertThat(recall.send("GET", AOI + "/tool-box/medical/tool/none", null).error()).isEqualTo("404 Public.NotFound");
        assertThat(recall.send("GET", AOI + "/tool-box/none/tool/none", null).error()).isEqualTo("404 Public.NotFound");
    }
}
