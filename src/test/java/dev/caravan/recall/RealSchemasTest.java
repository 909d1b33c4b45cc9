package dev.caravan.recall;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.Needs;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/**
 * Real MCP servers and OpenAPI documents. They are npm packages: they need Node and {@code npm ci} in src/test/clients; in CI they may not
 * be skipped.
 */
abstract class RealSchemasTest {

    private static final Path CLIENTS = Path.of("src/test/clients");
    static final Path MODULES = CLIENTS.resolve("node_modules").toAbsolutePath();
    static final ObjectMapper JSON = new ObjectMapper();

    @BeforeAll
    static void installed() {
        Needs.npm(CLIENTS);
    }
}
