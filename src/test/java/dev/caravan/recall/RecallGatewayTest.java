package dev.caravan.recall;

import static dev.caravan.recall.LoopbackServices.json;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway whose Ontology Query and AOI are on loopback; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {"caravan.recall.definitions-ttl=0s",
    "caravan.recall.call-timeout=1s"})
@Import(ShortPause.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecallGatewayTest {

    static final LoopbackServices SERVICES = new LoopbackServices();

    private static final int PORT = GatewayTest.freePort();

    final McpClient client = new McpClient(PORT);
    final RecallClient recall = new RecallClient(PORT);

    @Autowired
    private List<CircuitBreaker> breakers;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.recall.ontology-query-url", SERVICES::url);
        registry.add("caravan.recall.operator-integration-url", SERVICES::url);
    }

    /** The first recall of a gateway takes longer than a recall may. */
    @BeforeAll
    void untilItRecalls() {
        SERVICES.ontologyQuery(json("{\"action_source\": {\"type\": \"mcp\", \"mcp_id\": \"first\", \"tool_name\": \"t\"}, \"actions\": [{\"parameters\": {}}]}"));
        SERVICES.operatorIntegration(json("{\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}]}"));
        await().atMost(30, SECONDS).until(() -> {
            closeTheBreakers();
            return recall.recall("?kn_id=first&at_id=first", RecallClient.BODY).status() == 200;
        });
    }

    @BeforeEach
    void closeTheBreakers() {
        breakers.forEach(CircuitBreaker::reset);
        SERVICES.asked();
    }

    static int port() {
        return PORT;
    }
}
