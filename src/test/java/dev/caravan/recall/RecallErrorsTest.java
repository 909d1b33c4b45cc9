package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static dev.caravan.recall.RecallClient.BODY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A recall that fails says why, with the codes of document 2 (section 7). */
@Tag("full")
class RecallErrorsTest extends ExampleRecallTest {

    @Test
    void section7_anUnsupportedTypeIs400() {
        SERVICES.ontologyQuery(json("{\"action_source\": {\"type\": \"shell\"}, \"actions\": [{\"parameters\": {}}]}"));
        RecallClient.Answer answer = recall.recall(QUERY, BODY);
        assertThat(answer.error()).isEqualTo("400 ErrExtActionRecallUnsupportedType");
        assertThat(answer.json().get("description").asText()).contains("shell", "tool and mcp");
        assertThat(answer.json().fieldNames()).toIterable().containsExactly("code", "description", "solution", "link", "details");
        assertThat(recall.recall(QUERY, BODY, "Accept-Language", "zh-CN,zh;q=0.9").json().get("description").asText())
                .isEqualTo("不支持的行动源类型 shell，仅支持 tool 和 mcp");
    }

    @Test
    void section7_aSchemaThatCannotBeConvertedIs500() {
        SERVICES.operatorIntegration(
                json("{\"tools\": [{\"name\": \"generate_disease_treatment_plan\", \"inputSchema\": {\"$ref\": \"#/$defs/No\"}}]}"));
        RecallClient.Answer answer = recall.recall(QUERY, BODY, "x-business-domain", "unconvertible");
        assertThat(answer.error()).isEqualTo("500 ErrExtActionRecallSchemaConvertFailed");
        assertThat(answer.json().at("/details/reason").asText()).contains("#/$defs/No");
        assertThat(answer.json().at("/details/tool_name").asText()).isEqualTo("generate_disease_treatment_plan");
    }

    @Test
    void section7_aFailedMcpServiceIs502WithItsAnswer() {
        SERVICES.operatorIntegration(status(404, "{\"code\": \"Public.NotFound\", \"description\": \"no such server\"}"));
        RecallClient.Answer listed = recall.recall(QUERY, BODY, "x-business-domain", "failing");
        assertThat(listed.error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
        assertThat(listed.json().at("/details/status").asInt()).isEqualTo(404);
        assertThat(listed.json().at("/details/body/description").asText()).isEqualTo("no such server");
        assertThat(listed.json().at("/details/mcp_id").asText()).isEqualTo("ad3ca391-a598-4764-a6c8-e62b9662e87e");

        RecallClient.Answer called = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", "{}");
        assertThat(called.error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
        assertThat(called.json().at("/details/tool_name").asText()).isEqualTo("t");
    }

    @Test
    void section7_validationErrorsNameTheField() {
        String[][] wrong = {
            {"?at_id=a", BODY, "kn_id"}, {"?kn_id=k", BODY, "at_id"}, {"?kn_id=k&at_id=%20", BODY, "at_id"},
            {"?kn_id=..&at_id=a", BODY, "kn_id"},
            {"?kn_id=k&at_id=" + "x".repeat(257), BODY, "at_id"}, {"", "{\"kn_id\": 1, \"at_id\": \"a\"}", "kn_id"},
            {QUERY, "{}", "unique_identity"}, {QUERY, "{\"unique_identity\": {}}", "unique_identity"},
            {QUERY, "{\"unique_identity\": \"x\"}", "unique_identity"},
            {QUERY, "{\"unique_identity\": {\"id\": null}}", "unique_identity.id"},
            {QUERY, "{\"unique_identity\": {\"id\": {\"$ne\": 1}}}", "unique_identity.id"},
            {QUERY, "{\"_instance_identities\": {}}", "_instance_identities"},
            {QUERY, "{\"_instance_identities\": [1]}", "_instance_identities"},
            {QUERY, "[]", "body"}, {QUERY, "{\"unique_identity\": ", "body"}, {QUERY, "{\"unique_identity\": \"\\ud800\"}", "body"}};
        for (String[] one : wrong) {
            RecallClient.Answer answer = recall.recall(one[0], one[1]);
            assertThat(answer.error()).as(one[0] + " " + one[1]).isEqualTo("400 Public.BadRequest");
            assertThat(answer.json().at("/details/field").asText()).as(one[0] + " " + one[1] + answer.text()).isEqualTo(one[2]);
        }
        for (String missing : List.of("x-account-id", "x-account-type")) {
            String other = missing.endsWith("id") ? "x-account-type" : "x-account-id";
            RecallClient.Answer answer = recall.send("POST", RecallClient.ACTION_INFO + QUERY, BODY, other, "user");
            assertThat(answer.error()).isEqualTo("400 Public.BadRequest");
            assertThat(answer.json().at("/details/field").asText()).isEqualTo(missing);
        }
        assertThat(SERVICES.asked()).as("none of them reached a service").isEmpty();
    }

    @Test
    void refusalsOfHttpHaveTheSameShape() {
        assertThat(recall.send("POST", RecallClient.ACTION_INFO + QUERY, BODY, "Origin", "http://evil.example").error())
                .isEqualTo("403 Public.Forbidden");
        assertThat(recall.recall(QUERY, "{\"unique_identity\": \"" + "x".repeat(5_000_000) + "\"}").error())
                .isEqualTo("413 Public.BadRequest");
    }

    @Test
    void sourceWithoutIdsIsAnErrorOfOntologyQuery() {
        for (String source : List.of("{\"type\": \"mcp\", \"mcp_id\": \"m\"}",
                "{\"type\": \"mcp\", \"mcp_id\": \"..\", \"tool_name\": \"t\"}", "{\"type\": \"tool\", \"box_id\": \"b\"}")) {
            SERVICES.ontologyQuery(json("{\"action_source\": " + source + ", \"actions\": [{\"parameters\": {}}]}"));
            assertThat(recall.recall(QUERY, BODY).error()).as(source).isEqualTo("502 ErrExtCommonExternalServerError");
        }
    }
}
