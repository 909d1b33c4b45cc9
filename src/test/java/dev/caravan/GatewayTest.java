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

/** A whole gateway with the routes of the repository, on a free port and a real database; shared by the classes that extend it. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({MONGO, NEO4J, POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class GatewayTest {

    /** What a tool may take where a test is about something else: a busy machine takes ten times as long as a quiet one. */
    public static final String TOOLS_TIMEOUT = "30s";

    private static final int PORT = freePort();

    @DynamicPropertySource
    static void port(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.tools.timeout", () -> TOOLS_TIMEOUT);
    }

    protected final McpClient client = new McpClient(PORT);

    public static int freePort() {
        return FreePorts.pick();
    }

    protected static int port() {
        return PORT;
    }
}
