package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static dev.caravan.recall.RecallClient.BODY;

import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway whose Ontology Query and AOI are on loopback; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.recall.definitions-ttl=0s")
@Import(ShortPause.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LoopbackGatewayTest implements Recalling {

    static final LoopbackServices SERVICES = new LoopbackServices();

    McpClient client;
    RecallClient recall;

    @Value("${caravan.http.port}")
    private int port;
    @Autowired
    private List<CircuitBreaker> breakers;

    /** A port for each gateway: gateways with other settings run at the same time. */
    @DynamicPropertySource
    static void services(DynamicPropertyRegistry registry) {
        int port = FreePorts.pick();
        registry.add("caravan.http.port", () -> port);
        registry.add("caravan.recall.ontology-query-url", SERVICES::url);
        registry.add("caravan.recall.operator-integration-url", SERVICES::url);
        registry.add("caravan.recall.ontology-manager-url", SERVICES::url);
    }

    @BeforeAll
    @Override
    public void untilItRecalls() {
        client = new McpClient(port);
        recall = new RecallClient(port);
        Recalling.super.untilItRecalls();
    }

    @Override
    public List<CircuitBreaker> breakers() {
        return breakers;
    }

    final int port() {
        return port;
    }

    @Override
    public boolean recalls() {
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
