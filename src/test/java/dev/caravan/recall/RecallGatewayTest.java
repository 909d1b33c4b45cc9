package dev.caravan.recall;

import static org.awaitility.Awaitility.await;

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
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway that recalls actions, warm, its breakers closed before each test. Where its services are is up to the classes that extend it.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.recall.definitions-ttl=0s")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecallGatewayTest {

    McpClient client;
    RecallClient recall;

    @Value("${caravan.http.port}")
    private int port;
    @Autowired
    private List<CircuitBreaker> breakers;

    /** A port for each gateway: gateways with other settings run at the same time. */
    @DynamicPropertySource
    static void port(DynamicPropertyRegistry registry) {
        int port = FreePorts.pick();
        registry.add("caravan.http.port", () -> port);
    }

    /** The first recall of a gateway takes longer than a recall may. */
    @BeforeAll
    void untilItRecalls() {
        client = new McpClient(port);
        recall = new RecallClient(port);
        await().until(() -> {
            closeTheBreakers();
            return recalls();
        });
    }

    @BeforeEach
    void closeTheBreakers() {
        breakers.forEach(CircuitBreaker::reset);
    }

    /** Asks for the first actions, and says whether they were found. */
    abstract boolean recalls();

    final int port() {
        return port;
    }
}
