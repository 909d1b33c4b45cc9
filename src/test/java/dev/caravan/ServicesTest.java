package dev.caravan;

import static dev.caravan.embedded.ServerKind.MEDICAL;
import static dev.caravan.embedded.ServerKind.MONGO;

import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.WithServers;
import dev.caravan.source.mcp.ScriptedServer;
import dev.caravan.web.LoopbackSearch;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway with services behind it: the shipped example network with a real MCP server and a real OpenAPI service, a search service on
 * loopback that behaves as a test says, and upstream servers. Times are short. The test classes that extend this class share the gateway.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {"caravan.recall.definitions-ttl=0s",
    "caravan.web-search.timeout=2s", "caravan.web-search.cache-ttl=10s",
    "caravan.web-search.language=en"})
@WithServers({MEDICAL, MONGO})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServicesTest {

    protected static final LoopbackSearch SEARCH = new LoopbackSearch();

    private static final int PORT = FreePorts.pick();

    protected final McpClient client = new McpClient(PORT);

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", SEARCH::url);
        registry.add(ServerFiles.SETTING, () -> ServerFiles.folder(Map.of("medical", "url: ${caravan.example.url}/mcp\ntimeout: 2s\n",
                "scripted", ServerFiles.command(ScriptedServer.command()) + "timeout: 2s\n", "gone", "command: /no/such/command\n",
                "self", "url: http://127.0.0.1:" + PORT + "/mcp\n")));
        registry.add("caravan.mcp.page-size", () -> "3");
    }

    protected static int port() {
        return PORT;
    }
}
