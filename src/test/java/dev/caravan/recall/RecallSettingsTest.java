package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.embedded.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Settings of recall that other tests leave as they are. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
    "caravan.recall.identities-key=_instance_identities",
    "caravan.recall.public-url=https://gateway.example.com/base/"})
@Tag("nightly")
@DirtiesContext
class RecallSettingsTest {

    private static final LoopbackServices SERVICES = new LoopbackServices();
    private static final int PORT = FreePorts.pick();

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.recall.ontology-query-url", SERVICES::url);
        registry.add("caravan.recall.operator-integration-url", SERVICES::url);
    }

    @AfterAll
    static void stop() {
        SERVICES.close();
    }

    @Test
    void settingsTakeEffect() {
        SERVICES.ontologyQuery(LoopbackServices.json(
                "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"m\", \"tool_name\": \"t\"}, \"actions\": [{}]}"));
        SERVICES.operatorIntegration(LoopbackServices.json("{\"tools\": [{\"name\": \"t\", \"inputSchema\": {}}]}"));
        RecallClient recall = new RecallClient(PORT);
        RecallClient.Answer first = recall.recall("?kn_id=k&at_id=a", "{\"unique_identity\": {\"id\": 1}}");
        assertThat(first.tool().get("api_url").asText())
                .isEqualTo("https://gateway.example.com/base/api/agent-retrieval/in/v1/mcp/proxy/m/tools/t/call");
        assertThat(SERVICES.asked()).extracting(LoopbackServices.Asked::body).containsExactly("{\"_instance_identities\":[{\"id\":1}]}",
                "");

        assertThat(recall.recall("?kn_id=k&at_id=a", "{\"unique_identity\": {\"id\": 1}}").tool()).isEqualTo(first.tool());
        assertThat(SERVICES.asked()).as("AOI is not asked again so soon").hasSize(1);

        SERVICES.ontologyQuery(LoopbackServices.json(
                "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"m\", \"tool_name\": \"new\"}, \"actions\": [{}]}"));
        SERVICES.operatorIntegration(LoopbackServices.json("{\"tools\": [{\"name\": \"new\", \"inputSchema\": {}}]}"));
        assertThat(recall.recall("?kn_id=k&at_id=a", "{\"unique_identity\": {\"id\": 1}}").tool().get("name").asText())
                .as("but for a tool that it may have got since").isEqualTo("new");
        assertThat(recall.send("POST", "/api/ontology-query/in/v1/knowledge-networks/k/action-types/a", "{}").status())
                .as("local mode is off").isEqualTo(404);
    }
}
