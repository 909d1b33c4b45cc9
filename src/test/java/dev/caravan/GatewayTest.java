package dev.caravan;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** A gateway with all routes of the repository, on a free port, with real databases. The test classes that extend this class share the gateway. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({MONGO, NEO4J, POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestPropertySource(properties = "caravan.neo4j.timeout=" + GatewayTest.NEO4J_TIMEOUT)
public abstract class GatewayTest {

    /** Timeout of tools in tests that do not test the timeout. A busy machine takes ten times as long as a quiet one. */
    public static final String TOOLS_TIMEOUT = "30s";
    /** Timeout of Neo4j in these tests, below that of tools. */
    public static final String NEO4J_TIMEOUT = "25s";

    private static final int PORT = freePort();

    @DynamicPropertySource
    static void port(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.tools.timeout", () -> TOOLS_TIMEOUT);
        registry.add("caravan.tools.definitions", () -> "full"); // SlimListTest has the defaults
        registry.add("caravan.tools.output-schemas", () -> "full");
    }

    protected final McpClient client = new McpClient(PORT);

    public static int freePort() {
        return FreePorts.pick();
    }

    protected static int port() {
        return PORT;
    }
}
