package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;

/** Calls ci_* tools of a gateway with its own settings, so on a port of its own. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({ServerKind.MONGO, ServerKind.NEO4J, ServerKind.POSTGRESQL})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IntelligenceTest {

    final McpClient client;
    private final CodeTools tools;

    IntelligenceTest(int port) {
        client = new McpClient(port);
        tools = new CodeTools(client);
    }

    JsonNode call(String tool, String arguments) {
        return tools.call(tool, arguments);
    }

    JsonNode failed(String tool, String arguments) {
        return tools.failed(tool, arguments);
    }

    void build(String workspace) {
        tools.build(workspace);
    }
}
