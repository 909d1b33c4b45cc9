package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Asked;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests and answers of a recall have the shape that document 2 (section 5) and the OpenAPI document say. */
class RecallContractTest extends ExampleRecallTest {

    @Test
    void theAnswerHasTheShapeOfTheDocument() throws Exception {
        JsonNode answer = recall.recall(QUERY, BODY).json();
        assertThat(answer.get("headers")).isEqualTo(McpClient.object("{\"x-account-id\": \"bdb78b62\", \"x-account-type\": \"user\"}"));
        assertThat(answer.get("_dynamic_tools")).as("the first action alone").hasSize(1);
        assertThat(answer.at("/_dynamic_tools/0/api_call_strategy").asText()).isEqualTo("kn_action_recall");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(McpClient.JSON.readTree(java.nio.file.Path.of("routes/recall/dynamic_tools.schema.json").toFile()))
                .validate(answer)).isEmpty();
    }

    @Test
    void documentIsServedAndValid() {
        JsonNode served = recall.send("GET", "/api/agent-retrieval/in/v1/openapi.json", null).json();
        assertThat(served).isEqualTo(RecallClient.DOCUMENT);
        assertThat(new OpenAPIV3Parser().readContents(served.toString(), null, new ParseOptions()).getMessages()).isEmpty();
    }

    @Test
    void idsInTheQueryOverrideTheBody() {
        recall.recall("", "{\"kn_id\": \"kn b\", \"at_id\": \"at/b\", \"unique_identity\": {\"id\": 1}}");
        assertThat(SERVICES.asked().get(0).path()).isEqualTo("/api/ontology-query/in/v1/knowledge-networks/kn%20b/action-types/at%2Fb");
        recall.recall(QUERY, "{\"kn_id\": \"other\", \"at_id\": \"other\", \"unique_identity\": {\"id\": 1}}");
        assertThat(SERVICES.asked().get(0).path()).endsWith("/kn_medical/action-types/at_treatment_plan");
    }

    @Test
    void laterNamesOfTheIdentityAreAccepted() {
        recall.recall(QUERY, "{\"_instance_identity\": {\"id\": true}}");
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"unique_identities\":[{\"id\":true}]}");
        recall.recall(QUERY, "{\"unique_identity\": {\"id\": 0}, \"_instance_identities\": [{}, {\"id\": 1}, {\"id\": 2.25}]}");
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"unique_identities\":[{\"id\":1},{\"id\":2.25}]}");
    }

    @Test
    void missingActionReturnsNoTool() {
        for (String none : List.of("{\"actions\": [{\"parameters\": {}}]}", "{\"action_source\": null, \"actions\": []}",
                "{\"action_source\": {\"type\": \"unknown\"}, \"actions\": []}", "{\"action_source\": {\"type\": \"mcp\"}}", "{}")) {
            SERVICES.ontologyQuery(json(none));
            RecallClient.Answer answer = recall.recall(QUERY, BODY);
            assertThat(answer.status()).as(none).isEqualTo(200);
            assertThat(answer.json().get("_dynamic_tools")).isEmpty();
        }
    }

    @Test
    void onlyAllowedHeadersAreForwarded() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        recall.recall(QUERY, BODY, "Authorization", "Bearer of-mine", "x-business-domain", "bd_public", "traceparent", trace,
                "Accept-Language", "zh-CN",
                "X-Other", "no", "Cookie", "no=1", "user_id", "no", "X-User-Id", "ada", "CamelHttpPath", "/no", "Caravan-Limit-Millis",
                "999999");
        List<Asked> asked = SERVICES.asked();
        assertThat(asked).hasSize(2).allSatisfy(one -> {
            assertThat(one.headers()).containsEntry("x-account-id", "bdb78b62").containsEntry("x-account-type", "user")
                    .containsEntry("authorization", "Bearer of-mine").containsEntry("x-business-domain", "bd_public")
                    .containsEntry("traceparent", trace).containsEntry("accept-language", "zh-CN");
            assertThat(one.headers().keySet()).doesNotContain("x-other", "cookie", "user_id", "x-user-id", "camelhttppath",
                    "caravan-limit-millis", "kn_id", "at_id");
        });
        SERVICES.operatorIntegration(json("{}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", "{\"X-Other\": \"no\"}", "x-account-id", "a",
                "Authorization", "Bearer of-mine", "X-Other", "no");
        assertThat(SERVICES.asked().get(0).headers()).containsEntry("x-account-id", "a").containsEntry("authorization", "Bearer of-mine")
                .doesNotContainKey("x-other");
    }
}
