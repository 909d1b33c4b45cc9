package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway whose Ontology Query and AOI are on loopback; shared by the classes that extend it. */
@Import(ShortPause.class)
abstract class LoopbackGatewayTest extends RecallGatewayTest {

    static final LoopbackServices SERVICES = new LoopbackServices();

    @DynamicPropertySource
    static void services(DynamicPropertyRegistry registry) {
        registry.add("caravan.recall.ontology-query-url", SERVICES::url);
        registry.add("caravan.recall.operator-integration-url", SERVICES::url);
        registry.add("caravan.recall.ontology-manager-url", SERVICES::url);
    }

    @Override
    boolean recalls() {
        SERVICES.ontologyQuery(json(
                "{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"first\", \"tool_name\": \"t\"}, \"actions\": [{\"parameters\": {}}"
                        + "]}"));
        SERVICES.operatorIntegration(json("{\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}]}"));
        return recall.recall("?kn_id=first&at_id=first", BODY).status() == 200;
    }

    @BeforeEach
    void forgetRequests() {
        SERVICES.asked();
    }
}
