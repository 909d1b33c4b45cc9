package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example's MCP server lists its diseases, and its tools with their schemas, also after a restart. */
class MedicalToolListTest extends MedicalToolsTest {

    @Test
    void toolListsTheDiseases() throws Exception {
        JsonNode listed = JSON.readTree(text(call("list_diseases", "{}"))).get("diseases");
        assertThat(listed).hasSize(5);
        assertThat(listed.get(1).toString())
                .isEqualTo("{\"disease_id\":\"disease_000002\",\"name\":\"2型糖尿病\",\"name_en\":\"Type 2 diabetes\"}");
    }

    @Test
    void schemasKeepTheirDefinitions() {
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
    void restartKeepsTheAddressWhileClientsAreConnected() {
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
            assertThat(servers.properties()).isEqualTo(
                    Map.of("caravan.example.url", "http://127.0.0.1:" + port, "caravan.recall.local", "true"));
        }
    }
}
