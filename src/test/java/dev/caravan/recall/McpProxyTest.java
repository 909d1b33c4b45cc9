package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Asked;
import org.junit.jupiter.api.Test;

/** A call through the proxy reaches AOI with its arguments, and AOI's answer is handed on byte for byte (document 2, FR-004 and FR-005). */
class McpProxyTest extends ExampleRecallTest {

    @Test
    void fr004_theProxyWrapsTheArgumentsForAoi() {
        SERVICES.operatorIntegration(json("{\"content\": []}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/ad3ca391-a598/tools/generate_plan/call",
                "{\"disease_id\": \"disease_000001\", \"patient_age\": 45, \"dose\": 0.15, \"big\": 9007199254740993, \"严重\": null}");
        Asked asked = SERVICES.asked().get(0);
        assertThat(asked.method() + " " + asked.path())
                .isEqualTo("POST /api/agent-operator-integration/internal-v1/mcp/proxy/ad3ca391-a598/tool/call");
        assertThat(asked.body())
                .isEqualTo("{\"tool_name\":\"generate_plan\",\"parameters\":{\"disease_id\":\"disease_000001\",\"patient_age\":45,"
                + "\"dose\":0.15,\"big\":9007199254740993,\"严重\":null}}");
    }

    @Test
    void fr004_theProxyPassesTheAnswerThroughUnchanged() {
        String odd = "{ \"content\":[ {\"type\":\"text\", \"text\":\"{\\\"治疗\\\": 1.50}\"} ],\n\t\"is_error\" : false , \"x\":1e2 }\n";
        SERVICES.operatorIntegration(json(odd));
        RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", "{}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo(odd);
        assertThat(answer.response().headers().firstValue("content-type")).contains("application/json");
    }

    @Test
    void fr004_namesAreDecodedAndEncodedAgain() {
        SERVICES.operatorIntegration(json("{}"));
        for (String[] name : new String[][]{{"%E5%90%8D%E5%AD%97", "名字"}, {"a%20b", "a b"}, {"a.b-c_d~e", "a.b-c_d~e"}, {"a%25b", "a%b"},
            {"a%2Fb", "a/b"}, {"a+b", "a+b"}}) {
            RecallClient.Answer answer = recall.send("POST",
                    "/api/agent-retrieval/in/v1/mcp/proxy/" + name[0] + "/tools/" + name[0] + "/call", "{}");
            assertThat(answer.status()).as(name[0] + answer.text()).isEqualTo(200);
            Asked asked = SERVICES.asked().get(0);
            assertThat(McpClient.object(asked.body()).get("tool_name").asText()).isEqualTo(name[1]);
            assertThat(java.net.URI.create(asked.path()).getPath())
                    .isEqualTo("/api/agent-operator-integration/internal-v1/mcp/proxy/" + name[1] + "/tool/call");
        }
    }

    @Test
    void fr004_anEmptyBodyIsNoArguments() {
        SERVICES.operatorIntegration(json("{}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", null);
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"tool_name\":\"t\",\"parameters\":{}}");
    }

    @Test
    void fr004_theProxyRefusesInvalidRequests() {
        for (String[] bad : new String[][]{{"m/tools/t", "[1]"}, {"m/tools/t", "{"}, {"m/tools/t", "1"}, {"m/tools/%20", "{}"},
            {"%20/tools/t", "{}"}, {"m/tools/..", "{}"}, {"%2E%2E/tools/t", "{}"}}) {
            RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/" + bad[0] + "/call", bad[1]);
            assertThat(answer.status()).as(bad[0] + " " + bad[1] + answer.text()).isIn(400, 404);
            assertThat(SERVICES.asked()).isEmpty();
        }
        RecallClient.Answer blank = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/%20/call", "{}");
        assertThat(blank.error()).isEqualTo("400 Public.BadRequest");
        assertThat(blank.json().at("/details/field").asText()).isEqualTo("tool_name");
    }

    @Test
    void fr005_fixedParametersAreFlatAndJoinTheModelsArguments() {
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(tool.get("fixed_params"))
                .isEqualTo(McpClient.object("{\"disease_id\": \"disease_000001\", \"include_drugs\": \"true\"}"));
        SERVICES.asked();

        ObjectNode arguments = ((ObjectNode) tool.get("fixed_params")).deepCopy().put("patient_age", 45);
        SERVICES.operatorIntegration(json("{\"content\": [], \"isError\": false}"));
        assertThat(recall.send("POST", tool.get("api_url").asText(), arguments.toString()).status()).isEqualTo(200);
        assertThat(McpClient.object(SERVICES.asked().get(0).body()).get("parameters")).isEqualTo(arguments);
    }
}
