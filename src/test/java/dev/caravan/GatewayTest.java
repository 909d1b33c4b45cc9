package dev.caravan;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
import dev.caravan.store.Store;
import dev.caravan.store.StoreTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway with a copy of all routes of the repository, on a free port, with real databases. The test classes that extend this class share
 * the gateway.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({MONGO, NEO4J, POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class GatewayTest {

    private static final int PORT = FreePorts.pick();
    private static final Path ROUTES = RoutesCopy.to(TemporaryFolder.make("caravan").resolve("routes"));

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) throws IOException {
        Files.createDirectories(edited());
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.routes.directory", ROUTES::toString);
        Map<String, String> ofServers = Map.of("caravan.mongodb.uri", "", "caravan.neo4j.uri", "");
        AllFamilies.beside(ofServers).forEach((name, value) -> registry.add(name, () -> value));
    }

    protected final McpClient client = new McpClient(PORT);

    @BeforeAll
    void untilTheStoreHasItsTables(@Autowired Store store) {
        StoreTables.await(store);
    }

    protected static int port() {
        return PORT;
    }

    protected static Path routes() {
        return ROUTES;
    }

    /** Returns the folder of routes that a test edits. It is empty after each test. */
    protected static Path edited() {
        return ROUTES.resolve("tools/edited");
    }
}
