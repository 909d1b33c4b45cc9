package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.LoopbackServices.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.McpClient;
import dev.caravan.recall.LoopbackServices.Asked;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The acceptance criteria of document 2 (FR-001 to FR-006, sections 5, 7 and 8), over HTTP. */
class RecallTest extends RecallGatewayTest {

    private static final String QUERY = "?kn_id=kn_medical&at_id=at_treatment_plan";
    private static final String BODY = "{\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";
    private static final String TOOLS = """
            {"tools": [
              {"name": "another", "description": "Not this one", "inputSchema": {"type": "object"}},
              {"name": "generate_disease_treatment_plan", "description": "基于疾病ID生成个性化治疗方案", "inputSchema": {
                "type": "object",
                "properties": {
                  "disease_id": {"type": "string", "description": "疾病编号"},
                  "patient_age": {"type": "integer", "description": "患者年龄"},
                  "patient": {"$ref": "#/$defs/Patient"}
                },
                "required": ["disease_id"],
                "$defs": {"Patient": {"type": "object", "description": "A patient", "properties": {"weight": {"type": "number"}, "mother": {"$ref": "#/$defs/Patient"}}}}
              }, "annotations": {"readOnlyHint": true}}
            ]}
            """;

    @BeforeEach
    void asTheDocumentHasIt() {
        SERVICES.ontologyQuery(json("""
                {"action_source": {"type": "mcp", "mcp_id": "ad3ca391-a598-4764-a6c8-e62b9662e87e", "tool_name": "generate_disease_treatment_plan"},
                 "actions": [{"parameters": {"disease_id": "disease_000001", "include_drugs": "true"}, "dynamic_params": {"patient_age": null}},
                             {"parameters": {"disease_id": "another"}}], "total_count": 2}"""));
        SERVICES.operatorIntegration(json(TOOLS));
    }

    // FR-001

    @Test
    void fr001_typeMcpIsRecognisedAndGoesTheMcpWay() {
        RecallClient.Answer answer = recall.recall(QUERY, BODY);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(SERVICES.asked()).extracting(Asked::method, Asked::path).containsExactly(
                org.assertj.core.groups.Tuple.tuple("POST", "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan"),
                org.assertj.core.groups.Tuple.tuple("GET", "/api/agent-operator-integration/internal-v1/mcp/proxy/ad3ca391-a598-4764-a6c8-e62b9662e87e/tools"));
    }

    @Test
    void fr001_mcpIdAndToolNameAreTakenFromTheSource() {
        assertThat(recall.recall(QUERY, BODY).tool().get("api_url").asText()).isEqualTo("http://127.0.0.1:" + port()
                + "/api/agent-retrieval/in/v1/mcp/proxy/ad3ca391-a598-4764-a6c8-e62b9662e87e/tools/generate_disease_treatment_plan/call");
    }

    @Test
    void whatOntologyQueryIsAsked() {
        recall.recall(QUERY, BODY);
        Asked asked = SERVICES.asked().get(0);
        assertThat(asked.body()).isEqualTo("{\"unique_identities\":[{\"disease_id\":\"disease_000001\"}]}");
        assertThat(asked.headers()).containsEntry("x-http-method-override", "GET").containsEntry("content-type", "application/json");
    }

    // FR-002

    @Test
    void fr002_theToolIsChosenFromTheListThatAoiGives() {
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

    // FR-003, FR-006

    @Test
    void fr003_definitionsArePutInAndGone() {
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
        assertThat(tool.at("/original_schema/$defs/Patient/properties/mother/$ref").asText()).as("the original is untouched").isEqualTo("#/$defs/Patient");
    }

    @Test
    void fr003_aSimpleSchemaIsConverted() {
        SERVICES.operatorIntegration(json("{\"tools\": [{\"name\": \"generate_disease_treatment_plan\", \"inputSchema\": {\"properties\": {\"x\": {\"type\": \"string\"}}}}]}"));
        JsonNode tool = recall.recall(QUERY, BODY, "x-business-domain", "simple").tool();
        assertThat(tool.get("parameters")).isEqualTo(McpClient.object("{\"properties\": {\"x\": {\"type\": \"string\"}}, \"type\": \"object\"}"));
        assertThat(tool.get("description").asText()).isEmpty();
    }

    @Test
    void fr006_referencesInACircleEnd() {
        SERVICES.operatorIntegration(json("""
                {"tools": [{"name": "generate_disease_treatment_plan", "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}},
                  "$defs": {"A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}}}}}]}"""));
        JsonNode tool = recall.recall(QUERY, BODY, "x-business-domain", "circle").tool();
        assertThat(tool.at("/parameters/properties/a/properties/b/properties/a")).isEqualTo(McpClient.object("{\"type\": \"object\"}"));
    }

    // FR-004

    @Test
    void fr004_theProxyWrapsTheArgumentsForAoi() {
        SERVICES.operatorIntegration(json("{\"content\": []}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/ad3ca391-a598/tools/generate_plan/call",
                "{\"disease_id\": \"disease_000001\", \"patient_age\": 45, \"dose\": 0.15, \"big\": 9007199254740993, \"严重\": null}");
        Asked asked = SERVICES.asked().get(0);
        assertThat(asked.method() + " " + asked.path()).isEqualTo("POST /api/agent-operator-integration/internal-v1/mcp/proxy/ad3ca391-a598/tool/call");
        assertThat(asked.body()).isEqualTo("{\"tool_name\":\"generate_plan\",\"parameters\":{\"disease_id\":\"disease_000001\",\"patient_age\":45,"
                + "\"dose\":0.15,\"big\":9007199254740993,\"严重\":null}}");
    }

    @Test
    void fr004_theProxyHandsTheAnswerThroughByteForByte() {
        String odd = "{ \"content\":[ {\"type\":\"text\", \"text\":\"{\\\"治疗\\\": 1.50}\"} ],\n\t\"is_error\" : false , \"x\":1e2 }\n";
        SERVICES.operatorIntegration(json(odd));
        RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", "{}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo(odd);
        assertThat(answer.response().headers().firstValue("content-type")).contains("application/json");
    }

    @Test
    void fr004_namesAreDecodedFromTheAddressAndEncodedInTheNext() {
        SERVICES.operatorIntegration(json("{}"));
        for (String[] name : new String[][] {{"%E5%90%8D%E5%AD%97", "名字"}, {"a%20b", "a b"}, {"a.b-c_d~e", "a.b-c_d~e"}, {"a%25b", "a%b"}, {"a%2Fb", "a/b"}, {"a+b", "a+b"}}) {
            RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/" + name[0] + "/tools/" + name[0] + "/call", "{}");
            assertThat(answer.status()).as(name[0] + answer.text()).isEqualTo(200);
            Asked asked = SERVICES.asked().get(0);
            assertThat(McpClient.object(asked.body()).get("tool_name").asText()).isEqualTo(name[1]);
            assertThat(java.net.URI.create(asked.path()).getPath()).isEqualTo("/api/agent-operator-integration/internal-v1/mcp/proxy/" + name[1] + "/tool/call");
        }
    }

    @Test
    void fr004_anEmptyBodyIsNoArguments() {
        SERVICES.operatorIntegration(json("{}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", null);
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"tool_name\":\"t\",\"parameters\":{}}");
    }

    @Test
    void fr004_whatTheProxyRefuses() {
        for (String[] bad : new String[][] {{"m/tools/t", "[1]"}, {"m/tools/t", "{"}, {"m/tools/t", "1"}, {"m/tools/%20", "{}"}, {"%20/tools/t", "{}"}, {"m/tools/..", "{}"}, {"%2E%2E/tools/t", "{}"}}) {
            RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/" + bad[0] + "/call", bad[1]);
            assertThat(answer.status()).as(bad[0] + " " + bad[1] + answer.text()).isIn(400, 404);
            assertThat(SERVICES.asked()).isEmpty();
        }
        RecallClient.Answer blank = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/%20/call", "{}");
        assertThat(blank.error()).isEqualTo("400 Public.BadRequest");
        assertThat(blank.json().at("/details/field").asText()).isEqualTo("tool_name");
    }

    // FR-005

    @Test
    void fr005_fixedParametersAreFlatAndJoinTheModelsArguments() {
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(tool.get("fixed_params")).isEqualTo(McpClient.object("{\"disease_id\": \"disease_000001\", \"include_drugs\": \"true\"}"));
        SERVICES.asked();

        ObjectNode arguments = ((ObjectNode) tool.get("fixed_params")).deepCopy().put("patient_age", 45);
        SERVICES.operatorIntegration(json("{\"content\": [], \"isError\": false}"));
        assertThat(recall.send("POST", tool.get("api_url").asText(), arguments.toString()).status()).isEqualTo(200);
        assertThat(McpClient.object(SERVICES.asked().get(0).body()).get("parameters")).isEqualTo(arguments);
    }

    // section 5

    @Test
    void theAnswerHasTheShapeOfTheDocument() throws Exception {
        JsonNode answer = recall.recall(QUERY, BODY).json();
        assertThat(answer.get("headers")).isEqualTo(McpClient.object("{\"x-account-id\": \"bdb78b62\", \"x-account-type\": \"user\"}"));
        assertThat(answer.get("_dynamic_tools")).as("the first action alone").hasSize(1);
        assertThat(answer.at("/_dynamic_tools/0/api_call_strategy").asText()).isEqualTo("kn_action_recall");
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(McpClient.JSON.readTree(java.nio.file.Path.of("routes/recall/dynamic_tools.schema.json").toFile())).validate(answer)).isEmpty();
    }

    @Test
    void theDocumentIsServedAndValid() {
        JsonNode served = recall.send("GET", "/api/agent-retrieval/in/v1/openapi.json", null).json();
        assertThat(served).isEqualTo(RecallClient.DOCUMENT);
        assertThat(new OpenAPIV3Parser().readContents(served.toString(), null, new ParseOptions()).getMessages()).isEmpty();
    }

    @Test
    void idsMayStandInTheBodyAndTheQueryWins() {
        recall.recall("", "{\"kn_id\": \"kn b\", \"at_id\": \"at/b\", \"unique_identity\": {\"id\": 1}}");
        assertThat(SERVICES.asked().get(0).path()).isEqualTo("/api/ontology-query/in/v1/knowledge-networks/kn%20b/action-types/at%2Fb");
        recall.recall(QUERY, "{\"kn_id\": \"other\", \"at_id\": \"other\", \"unique_identity\": {\"id\": 1}}");
        assertThat(SERVICES.asked().get(0).path()).endsWith("/kn_medical/action-types/at_treatment_plan");
    }

    @Test
    void theIdentitysLaterNamesAreTaken() {
        recall.recall(QUERY, "{\"_instance_identity\": {\"id\": true}}");
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"unique_identities\":[{\"id\":true}]}");
        recall.recall(QUERY, "{\"unique_identity\": {\"id\": 0}, \"_instance_identities\": [{}, {\"id\": 1}, {\"id\": 2.25}]}");
        assertThat(SERVICES.asked().get(0).body()).isEqualTo("{\"unique_identities\":[{\"id\":1},{\"id\":2.25}]}");
    }

    @Test
    void noActionIsNoTool() {
        for (String none : List.of("{\"actions\": [{\"parameters\": {}}]}", "{\"action_source\": null, \"actions\": []}",
                "{\"action_source\": {\"type\": \"unknown\"}, \"actions\": []}", "{\"action_source\": {\"type\": \"mcp\"}}", "{}")) {
            SERVICES.ontologyQuery(json(none));
            RecallClient.Answer answer = recall.recall(QUERY, BODY);
            assertThat(answer.status()).as(none).isEqualTo(200);
            assertThat(answer.json().get("_dynamic_tools")).isEmpty();
        }
    }

    @Test
    void onlyTheHeadersThatMayAreHandedOn() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        recall.recall(QUERY, BODY, "Authorization", "Bearer of-mine", "x-business-domain", "bd_public", "traceparent", trace, "Accept-Language", "zh-CN",
                "X-Other", "no", "Cookie", "no=1", "user_id", "no", "X-User-Id", "ada", "CamelHttpPath", "/no", "Caravan-Limit-Millis", "999999");
        List<Asked> asked = SERVICES.asked();
        assertThat(asked).hasSize(2).allSatisfy(one -> {
            assertThat(one.headers()).containsEntry("x-account-id", "bdb78b62").containsEntry("x-account-type", "user")
                    .containsEntry("authorization", "Bearer of-mine").containsEntry("x-business-domain", "bd_public")
                    .containsEntry("traceparent", trace).containsEntry("accept-language", "zh-CN");
            assertThat(one.headers().keySet()).doesNotContain("x-other", "cookie", "user_id", "x-user-id", "camelhttppath", "caravan-limit-millis", "kn_id", "at_id");
        });
        SERVICES.operatorIntegration(json("{}"));
        recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call", "{\"X-Other\": \"no\"}", "x-account-id", "a", "Authorization", "Bearer of-mine", "X-Other", "no");
        assertThat(SERVICES.asked().get(0).headers()).containsEntry("x-account-id", "a").containsEntry("authorization", "Bearer of-mine").doesNotContainKey("x-other");
    }

    // section 7

    @Test
    void section7_anUnsupportedTypeIs400() {
        SERVICES.ontologyQuery(json("{\"action_source\": {\"type\": \"shell\"}, \"actions\": [{\"parameters\": {}}]}"));
        RecallClient.Answer answer = recall.recall(QUERY, BODY);
        assertThat(answer.error()).isEqualTo("400 ErrExtActionRecallUnsupportedType");
        assertThat(answer.json().get("description").asText()).contains("shell", "tool and mcp");
        assertThat(answer.json().fieldNames()).toIterable().containsExactly("code", "description", "solution", "link", "details");
        assertThat(recall.recall(QUERY, BODY, "Accept-Language", "zh-CN,zh;q=0.9").json().get("description").asText()).isEqualTo("不支持的行动源类型 shell，仅支持 tool 和 mcp");
    }

    @Test
    void section7_aSchemaThatCantBeConvertedIs500() {
        SERVICES.operatorIntegration(json("{\"tools\": [{\"name\": \"generate_disease_treatment_plan\", \"inputSchema\": {\"$ref\": \"#/$defs/No\"}}]}"));
        RecallClient.Answer answer = recall.recall(QUERY, BODY, "x-business-domain", "unconvertible");
        assertThat(answer.error()).isEqualTo("500 ErrExtActionRecallSchemaConvertFailed");
        assertThat(answer.json().at("/details/reason").asText()).contains("#/$defs/No");
        assertThat(answer.json().at("/details/tool_name").asText()).isEqualTo("generate_disease_treatment_plan");
    }

    @Test
    void section7_anMcpServiceThatFailsIs502WithWhatItSaid() {
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
    void section7_whatIsWrongWithARequestIsSaidByField() {
        String[][] wrong = {
            {"?at_id=a", BODY, "kn_id"}, {"?kn_id=k", BODY, "at_id"}, {"?kn_id=k&at_id=%20", BODY, "at_id"}, {"?kn_id=..&at_id=a", BODY, "kn_id"},
            {"?kn_id=k&at_id=" + "x".repeat(257), BODY, "at_id"}, {"", "{\"kn_id\": 1, \"at_id\": \"a\"}", "kn_id"},
            {QUERY, "{}", "unique_identity"}, {QUERY, "{\"unique_identity\": {}}", "unique_identity"}, {QUERY, "{\"unique_identity\": \"x\"}", "unique_identity"},
            {QUERY, "{\"unique_identity\": {\"id\": null}}", "unique_identity.id"}, {QUERY, "{\"unique_identity\": {\"id\": {\"$ne\": 1}}}", "unique_identity.id"},
            {QUERY, "{\"_instance_identities\": {}}", "_instance_identities"}, {QUERY, "{\"_instance_identities\": [1]}", "_instance_identities"},
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
    void whatHttpRefusesHasTheSameShape() {
        assertThat(recall.send("POST", RecallClient.ACTION_INFO + QUERY, BODY, "Origin", "http://evil.example").error()).isEqualTo("403 Public.Forbidden");
        assertThat(recall.recall(QUERY, "{\"unique_identity\": \"" + "x".repeat(5_000_000) + "\"}").error()).isEqualTo("413 Public.BadRequest");
    }

    @Test
    void aSourceThatLacksItsIdsIsAFailureOfOntologyQuery() {
        for (String source : List.of("{\"type\": \"mcp\", \"mcp_id\": \"m\"}", "{\"type\": \"mcp\", \"mcp_id\": \"..\", \"tool_name\": \"t\"}", "{\"type\": \"tool\", \"box_id\": \"b\"}")) {
            SERVICES.ontologyQuery(json("{\"action_source\": " + source + ", \"actions\": [{\"parameters\": {}}]}"));
            assertThat(recall.recall(QUERY, BODY).error()).as(source).isEqualTo("502 ErrExtCommonExternalServerError");
        }
    }

    // section 8, compatibility: type=tool

    @Test
    void section8_typeToolIsAsItWas() {
        SERVICES.ontologyQuery(json("""
                {"action_source": {"type": "tool", "box_id": "box 1", "tool_id": "t-1"},
                 "actions": [{"parameters": {"disease_id": "disease_000001", "x-account-id": "a", "note": {"n": 1}}}]}"""));
        SERVICES.operatorIntegration(json("""
                {"tool_id": "t-1", "name": "report", "description": "Writes a report", "status": "enabled", "metadata_type": "openapi",
                 "metadata": {"path": "/d/{disease_id}", "method": "POST", "api_spec": {
                   "parameters": [{"name": "disease_id", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                   "request_body": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Report"}}}},
                   "components": {"schemas": {"Report": {"type": "object", "properties": {"note": {"type": "object"}}, "required": ["note"]}}}}}}"""));
        JsonNode tool = recall.recall(QUERY, BODY).tool();
        assertThat(SERVICES.asked().get(1).path()).isEqualTo("/api/agent-operator-integration/internal-v1/tool-box/box%201/tool/t-1");
        assertThat(tool.get("name").asText() + ": " + tool.get("description").asText()).isEqualTo("report: Writes a report");
        assertThat(tool.get("api_url").asText()).isEqualTo(SERVICES.url() + "/api/agent-operator-integration/internal-v1/tool-box/box%201/proxy/t-1");
        assertThat(tool.at("/parameters/properties").fieldNames()).toIterable().containsExactly("path", "query", "body");
        assertThat(tool.at("/parameters/properties/path/required/0").asText()).isEqualTo("disease_id");
        assertThat(tool.at("/parameters/properties/body/required/0").asText()).isEqualTo("note");
        assertThat(tool.at("/original_schema/request_body/content/application~1json/schema/$ref").asText()).isEqualTo("#/components/schemas/Report");
        assertThat(tool.get("fixed_params")).isEqualTo(McpClient.object(
                "{\"header\": {\"x-account-id\": \"a\"}, \"path\": {\"disease_id\": \"disease_000001\"}, \"query\": {}, \"body\": {\"note\": {\"n\": 1}}}"));
    }

    // the MCP tool

    @Test
    void theToolAnswersTheSame() {
        JsonNode rest = recall.recall(QUERY, BODY).json();
        JsonNode envelope = client.envelope("get_action_info",
                McpClient.object("{\"kn_id\": \"kn_medical\", \"at_id\": \"at_treatment_plan\", \"unique_identity\": {\"disease_id\": \"disease_000001\"}}"),
                "x-account-id", "bdb78b62", "x-account-type", "user");
        assertThat(envelope.get("data")).isEqualTo(rest);
        SERVICES.asked();

        client.envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"_instance_identity\": {\"id\": 1}}"), "X-User-Id", "ada", "Authorization", "Bearer mine");
        assertThat(SERVICES.asked().get(0).headers()).as("the account is the caller").containsEntry("x-account-id", "ada").containsEntry("x-account-type", "user")
                .containsEntry("authorization", "Bearer mine");
    }

    @Test
    void theToolsErrorsHaveCodeAndName() {
        SERVICES.ontologyQuery(json("{\"action_source\": {\"type\": \"shell\"}, \"actions\": [{\"parameters\": {}}]}"));
        ObjectNode arguments = McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\", \"unique_identity\": {\"id\": 1}}");
        JsonNode error = client.envelope("get_action_info", arguments).get("error");
        assertThat(error.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.at("/detail/code").asText()).isEqualTo("ErrExtActionRecallUnsupportedType");
        SERVICES.ontologyQuery(status(500, "{}"));
        assertThat(client.envelope("get_action_info", arguments).at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        JsonNode missing = client.envelope("get_action_info", McpClient.object("{\"kn_id\": \"k\", \"at_id\": \"a\"}")).get("error");
        assertThat(missing.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(missing.get("message").asText()).contains("unique_identity");
    }
}
