package dev.caravan.recall;

import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A gateway whose Ontology Query and AOI are on loopback; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {"caravan.recall.definitions-ttl=0s",
    "caravan.recall.call-timeout=1s", "logging.level.dev.caravan.recall=debug"})
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

    @BeforeEach
    void closeTheBreakers() {
        breakers.forEach(CircuitBreaker::reset);
        SERVICES.asked();
    }

    static int port() {
        return PORT;
    }
}
