package dev.caravan.recall;

import static dev.caravan.recall.RecallClient.BODY;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway with the shipped example network, and a real MCP server and a real OpenAPI service behind it; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {"caravan.recall.definitions-ttl=0s", "caravan.upstream.servers.medical.timeout=2s"})
@WithServers(ServerKind.MEDICAL)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LocalGatewayTest {

    static final String AOI = "/api/agent-operator-integration/internal-v1";
    private static final int PORT = GatewayTest.freePort();

    final McpClient client = new McpClient(PORT);
    final RecallClient recall = new RecallClient(PORT);

    @Autowired
    private List<CircuitBreaker> breakers;

    @DynamicPropertySource
    static void port(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
    }

    /** The first recall of a gateway takes longer than a recall may. */
    @BeforeAll
    void untilItRecalls() {
        await().atMost(30, SECONDS).until(() -> {
            closeTheBreakers();
            return action("at_treatment_plan").status() == 200 && action("at_disease_report").status() == 200;
        });
    }

    @BeforeEach
    void closeTheBreakers() {
        breakers.forEach(CircuitBreaker::reset);
    }

    RecallClient.Answer action(String actionType) {
        return recall.recall("?kn_id=kn_medical&at_id=" + actionType, BODY);
    }
}
