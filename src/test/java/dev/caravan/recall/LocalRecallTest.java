package dev.caravan.recall;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.embedded.WithServers;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The shipped example network, with a real MCP server and a real OpenAPI service behind it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {"caravan.recall.definitions-ttl=0s", "caravan.upstream.servers.medical.timeout=2s"})
@WithServers(ServerKind.MEDICAL)
@DirtiesContext
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalRecallTest {

    private static final int PORT = GatewayTest.freePort();
    private static final String BODY = "{\"unique_identity\":{\"disease_id\":\"disease_000001\"}}";
    private static final String AOI = "/api/agent-operator-integration/internal-v1";

    private final McpClient client = new McpClient(PORT);
    private final RecallClient recall = new RecallClient(PORT);

    @Autowired
    private List<CircuitBreaker> breakers;

    @DynamicPropertySource
    static void port(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
    }

    @BeforeEach
    void closeTheBreakers() {
        breakers.forEach(CircuitBreaker::reset);
    }

    private RecallClient.Answer action(String actionType) {
        return recall.recall("?kn_id=kn_medical&at_id=" + actionType, BODY);
    }

    @Test
    void anMcpActionIsRecalledAndCalled() {
        JsonNode tool = action("at_treatment_plan").tool();
        assertThat(tool.get("name").asText()).isEqualTo("generate_disease_treatment_plan");
        assertThat(tool.get("fixed_params")).isEqualTo(McpClient.object("{\"disease_id\": \"disease_000001\", \"include_drugs\": \"true\"}"));
        assertThat(tool.at("/parameters/properties/patient/properties/allergies/items/properties/substance/type").asText()).isEqualTo("string");
        assertThat(tool.get("parameters").toString()).doesNotContain("$ref", "$defs");
        assertThat(tool.at("/original_schema/properties/patient/$ref").asText()).isEqualTo("#/$defs/Patient");

        ObjectNode arguments = ((ObjectNode) tool.get("fixed_params")).put("patient_age", 71).put("severity", "severe");
        JsonNode result = recall.send("POST", tool.get("api_url").asText(), arguments.toString()).json();
        assertThat(result.get("isError").isBoolean()).isTrue();
        assertThat(result.get("isError").booleanValue()).isFalse();
        assertThat(McpClient.object(result.at("/content/0/text").asText()).get("treatment_plan")).isEqualTo(result.at("/structuredContent/treatment_plan"));
        assertThat(result.at("/structuredContent/treatment_plan").toString()).contains("disease_000001");
    }

    @Test
    void aToolThatRefusesSaysSoInItsResult() {
        RecallClient.Answer answer = recall.send("POST", "/api/agent-retrieval/in/v1/mcp/proxy/medical/tools/generate_disease_treatment_plan/call", "{\"disease_id\": \"no\"}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("isError").booleanValue()).isTrue();
    }

    @Test
    void aToolboxsActionIsRecalledAndCalled() {
        JsonNode tool = action("at_disease_report").tool();
        assertThat(tool.get("name").asText()).isEqualTo("create_disease_report");
        assertThat(tool.at("/parameters/properties").fieldNames()).toIterable().containsExactly("header", "path", "query", "body");
        assertThat(tool.at("/parameters/properties/body/properties/findings/items/properties").fieldNames()).toIterable().contains("code", "note");
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
    void whatTheServiceRefusesIsHandedOn() {
        String proxy = AOI + "/tool-box/medical/proxy/create_disease_report";
        JsonNode invalid = recall.send("POST", proxy, "{\"header\": {\"X-Request-Source\": \"t\"}, \"path\": {\"disease_id\": \"disease_000001\"}, \"body\": {}}").json();
        assertThat(invalid.get("status_code").asInt()).isEqualTo(400);
        assertThat(invalid.at("/body/error").toString()).contains("title");
        JsonNode unknown = recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", "{\"path\": {\"disease_id\": \"a/../b ?x\"}}").json();
        assertThat(unknown.get("status_code").asInt()).isEqualTo(404);
        for (String bad : List.of("{\"path\": {}}", "{\"path\": {\"disease_id\": \"..\"}}", "[]", "{", "{\"path\": {\"disease_id\": \"d\"}, \"header\": {\"a\": \"x\\ny\"}}",
                "{\"path\": {\"disease_id\": \"d\"}, \"header\": {\"CamelHttpUri\": \"x\"}}")) {
            assertThat(recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", bad).error()).as(bad).isEqualTo("400 Public.BadRequest");
        }
    }

    @Test
    void theErrorsOfTheExample() {
        assertThat(action("at_unknown_source").error()).isEqualTo("400 ErrExtActionRecallUnsupportedType");
        RecallClient.Answer missing = action("at_missing_tool");
        assertThat(missing.error()).isEqualTo("404 ErrExtActionRecallToolNotFound");
        assertThat(missing.json().at("/details/tool_name").asText()).isEqualTo("no_such_tool");
        assertThat(action("at_nowhere").error()).isEqualTo("502 ErrExtCommonExternalServerError");
        assertThat(action("at_nowhere").json().at("/details/status").asInt()).isEqualTo(404);
        assertThat(recall.recall("?kn_id=kn_none&at_id=a", BODY).json().at("/details/body/description").asText()).isEqualTo("There is no knowledge network kn_none");
        assertThat(recall.recall("?kn_id=kn_medical&at_id=at_treatment_plan", "{\"unique_identity\":{\"disease_id\":\"disease_9\"}}").json().get("_dynamic_tools")).isEmpty();
        assertThat(recall.recall("?kn_id=kn_medical&at_id=at_treatment_plan", "{\"unique_identity\":{\"name\":\"高血压\"}}").json().get("_dynamic_tools")).isEmpty();
    }

    @Test
    void theServicesEndpointsAnswerOverHttp() {
        RecallClient.Answer query = recall.send("POST", "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan",
                "{\"unique_identities\": [{\"disease_id\": \"disease_000002\"}, {\"disease_id\": \"none\"}, {\"disease_id\": \"disease_000001\"}]}", "X-Http-Method-Override", "GET");
        assertThat(query.json().get("total_count").asInt()).as(query.text()).isEqualTo(2);
        assertThat(query.json().at("/actions/0/parameters/disease_id").asText()).isEqualTo("disease_000002");
        assertThat(query.json().at("/actions/0/dynamic_params")).isEqualTo(McpClient.object("{\"patient_age\": null}"));
        assertThat(recall.send("POST", "/api/ontology-query/in/v1/knowledge-networks/kn_medical/action-types/at_treatment_plan", "{}").status()).isEqualTo(400);

        JsonNode tools = recall.send("GET", AOI + "/mcp/proxy/medical/tools", null).json().get("tools");
        assertThat(tools.findValuesAsText("name")).contains("generate_disease_treatment_plan", "list_diseases");
        assertThat(tools.get(0).at("/inputSchema/$defs/Patient/type").asText()).isEqualTo("object");
        JsonNode called = recall.send("POST", AOI + "/mcp/proxy/medical/tool/call", "{\"tool_name\": \"list_diseases\", \"parameters\": {}}").json();
        assertThat(called.toString()).contains("disease_000001");
        assertThat(recall.send("POST", AOI + "/mcp/proxy/medical/tool/call", "{\"tool_name\": \"list_diseases\"}").error()).isEqualTo("400 Public.BadRequest");
        assertThat(recall.send("GET", AOI + "/mcp/proxy/nobody/tools", null).error()).isEqualTo("404 Public.NotFound");

        JsonNode tool = recall.send("GET", AOI + "/tool-box/medical/tool/get_disease", null).json();
        assertThat(tool.at("/metadata/api_spec/parameters/0/in").asText()).isEqualTo("path");
        assertThat(tool.at("/metadata/server_url").asText()).isEqualTo(SharedServers.get(ServerKind.MEDICAL).address());
        assertThat(recall.send("GET", AOI + "/tool-box/medical/tool/none", null).error()).isEqualTo("404 Public.NotFound");
        assertThat(recall.send("GET", AOI + "/tool-box/none/tool/none", null).error()).isEqualTo("404 Public.NotFound");
    }

    @Test
    void theToolAnswersToo() {
        JsonNode envelope = client.envelope("get_action_info",
                McpClient.object("{\"kn_id\": \"kn_medical\", \"at_id\": \"at_disease_report\", \"unique_identity\": {\"disease_id\": \"disease_000003\"}}"));
        assertThat(envelope.at("/data/headers/x-account-id").asText()).isEqualTo("local");
        assertThat(envelope.at("/data/_dynamic_tools/0/fixed_params/path/disease_id").asText()).isEqualTo("disease_000003");
    }

    @Test
    void aServerThatWentAwayLeavesItsDefinitionAndComesBack() {
        JsonNode tool = action("at_treatment_plan").tool();
        String call = tool.get("api_url").asText();
        ServerHandle server = SharedServers.get(ServerKind.MEDICAL);
        server.stop();
        try {
            Instant begin = Instant.now();
            RecallClient.Answer stale = action("at_treatment_plan");
            assertThat(stale.json().at("/headers/x-caravan-stale").asText()).as(stale.text()).isEqualTo("true");
            assertThat(stale.tool()).isEqualTo(tool);
            assertThat(recall.send("POST", call, "{\"disease_id\": \"disease_000001\"}").error()).isEqualTo("502 ErrExtActionRecallMCPCallFailed");
            assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(4));
            JsonNode service = recall.send("POST", AOI + "/tool-box/medical/proxy/get_disease", "{\"path\": {\"disease_id\": \"disease_000001\"}}").json();
            assertThat(service.get("description").asText()).startsWith("The service behind the toolbox failed");
        } finally {
            server.start();
        }
        await().atMost(30, SECONDS).untilAsserted(() -> {
            closeTheBreakers();
            assertThat(recall.send("POST", call, "{\"disease_id\": \"disease_000001\"}").status()).isEqualTo(200);
            assertThat(action("at_treatment_plan").json().at("/headers/x-caravan-stale").isMissingNode()).isTrue();
        });
    }
}
