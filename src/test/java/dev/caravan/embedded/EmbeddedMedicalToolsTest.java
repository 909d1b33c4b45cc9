package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The example's MCP server, through the SDK's client. */
class EmbeddedMedicalToolsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private McpSyncClient client;

    @BeforeEach
    void connect() {
        client = client(SharedServers.get(ServerKind.MEDICAL).address());
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static McpSyncClient client(String address) {
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(address).endpoint("/mcp").build()).build();
        client.initialize();
        return client;
    }

    @Test
    void aPlanIsComputedFromWhatIsKnownOfThePatient() throws Exception {
        JsonNode plan = plan("{\"disease_id\":\"disease_000001\",\"patient_age\":70,\"severity\":\"severe\","
                + "\"patient\":{\"weight_kg\":50,\"allergies\":[{\"substance\":\"Samplodipine\",\"reaction\":\"severe\"}]}}");

        assertThat(plan.at("/disease").toString()).isEqualTo("{\"disease_id\":\"disease_000001\",\"name\":\"高血压\",\"name_en\":\"Hypertension\"}");
        assertThat(plan.get("measures")).hasSize(4);
        assertThat(plan.get("drugs").toString()).as("half of 0.2 and of 0.3 units for each of 50 kg, without what she can't take")
                .isEqualTo("[{\"name\":\"demopril\",\"daily_units\":5.0},{\"name\":\"exampliazide\",\"daily_units\":7.5}]");
        assertThat(plan.get("follow_up_days").intValue()).as("30 days, by level 3, by 2 at that age").isEqualTo(5);
        assertThat(plan.get("warnings").toString()).isEqualTo("[\"因过敏不用 samplodipine\"]");
        assertThat(plan.get("notice").textValue()).contains("示例数据").contains("no medical advice");
    }

    @ParameterizedTest
    @CsvSource({"disease_000001,高血压", "disease_000002,2型糖尿病", "disease_000003,哮喘", "disease_000004,偏头痛", "disease_000005,过敏性鼻炎"})
    void eachDiseaseHasAPlanFromItsIdAlone(String id, String name) throws Exception {
        JsonNode plan = plan("{\"disease_id\":\"" + id + "\"}");
        assertThat(plan.at("/disease/name").textValue()).isEqualTo(name);
        assertThat(plan.get("severity").textValue()).isEqualTo("moderate");
        assertThat(plan.get("drugs")).hasSize(2);
        assertThat(plan.get("warnings").toString()).contains("体重");
    }

    @Test
    void drugsAreLeftOutWhereTheTextSaysSo() throws Exception {
        assertThat(plan("{\"disease_id\":\"disease_000003\",\"patient_age\":45,\"severity\":\"moderate\",\"include_drugs\":\"false\"}").has("drugs")).isFalse();
        assertThat(plan("{\"disease_id\":\"disease_000003\",\"include_drugs\":\"true\"}").has("drugs")).isTrue();
    }

    @Test
    void anUnknownDiseaseIsAnErrorThatNamesIt() throws Exception {
        CallToolResult result = call("generate_disease_treatment_plan", "{\"disease_id\":\"disease_999999\"}");
        assertThat(result.isError()).isTrue();
        assertThat(text(result)).contains("disease_999999").contains("list_diseases");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"disease_id\":1}", "{\"disease_id\":\"disease_000001\",\"severity\":\"bad\"}",
        "{\"disease_id\":\"disease_000001\",\"patient_age\":\"old\"}", "{\"disease_id\":\"disease_000001\",\"include_drugs\":true}",
        "{\"disease_id\":\"disease_000001\",\"patient\":{\"weight_kg\":-1}}", "{\"disease_id\":\"disease_000001\",\"patient\":{\"allergies\":[{}]}}"})
    void argumentsThatTheSchemaDoesNotAllowAreAnError(String arguments) throws Exception {
        assertThat(call("generate_disease_treatment_plan", arguments).isError()).isTrue();
    }

    @Test
    void theDiseasesAreListed() throws Exception {
        JsonNode listed = JSON.readTree(text(call("list_diseases", "{}"))).get("diseases");
        assertThat(listed).hasSize(5);
        assertThat(listed.get(1).toString()).isEqualTo("{\"disease_id\":\"disease_000002\",\"name\":\"2型糖尿病\",\"name_en\":\"Type 2 diabetes\"}");
    }

    @Test
    void theSchemasAreSentWithTheirDefinitions() {
        List<Tool> tools = client.listTools().tools();
        assertThat(tools).extracting(Tool::name).containsExactlyInAnyOrder("generate_disease_treatment_plan", "list_diseases");
        Tool plan = tools.stream().filter(tool -> tool.name().startsWith("generate")).findFirst().orElseThrow();
        assertThat(plan.description()).startsWith("基于疾病ID生成个性化治疗方案");
        JsonNode schema = JSON.valueToTree(plan.inputSchema());
        assertThat(schema.at("/properties/patient/$ref").textValue()).isEqualTo("#/$defs/Patient");
        assertThat(schema.at("/$defs/Patient/properties/allergies/items/$ref").textValue()).isEqualTo("#/$defs/Allergy");
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
        assertThat(compiled.validate(JSON.createObjectNode().put("disease_id", "d"))).isEmpty();
        assertThat(compiled.validate(JSON.createObjectNode())).isNotEmpty();
    }

    @Test
    void itComesBackAtItsAddressAfterAStopWithClientsConnected() {
        try (EmbeddedServers servers = new TestPlace("medical").servers().wiped()) {
            ServerHandle server = servers.get(ServerKind.MEDICAL);
            McpSyncClient before = client(server.address());
            int port = Integer.parseInt(server.address().replaceFirst(".*:", ""));

            server.stop();
            assertThat(FreePorts.isFree(port)).isTrue();
            server.start();

            McpSyncClient after = client(server.address());
            assertThat(after.listTools().tools()).hasSize(2);
            after.close();
            before.close();
            assertThat(servers.properties()).isEqualTo(Map.of("caravan.upstream.servers.medical.url", "http://127.0.0.1:" + port + "/mcp",
                    "caravan.example.url", "http://127.0.0.1:" + port, "caravan.recall.local", "true"));
        }
    }

    private JsonNode plan(String arguments) throws Exception {
        CallToolResult result = call("generate_disease_treatment_plan", arguments);
        assertThat(result.isError()).as(result.toString()).isNotEqualTo(true);
        JsonNode text = JSON.readTree(text(result));
        assertThat(JSON.<JsonNode>valueToTree(result.structuredContent())).isEqualTo(text);
        assertThat(text.fieldNames()).toIterable().containsExactly("treatment_plan");
        return text.get("treatment_plan");
    }

    private CallToolResult call(String tool, String arguments) throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = JSON.readValue(arguments, Map.class);
        return client.callTool(CallToolRequest.builder(tool).arguments(map).build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }
}
