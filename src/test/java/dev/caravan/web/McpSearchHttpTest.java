package dev.caravan.web;

import static org.awaitility.Awaitility.await;

import dev.caravan.ServerFiles;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The server is a service of its own. */
class McpSearchHttpTest extends McpSearchContract {

    private static final int PORT = FreePorts.pick();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    private static final int SERVICE_PORT = FreePorts.pick();
    private static Process service;

    McpSearchHttpTest() {
        super(PORT, SEARCH, "http");
    }

    @BeforeAll
    static void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(COMMAND.toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SEARXNG_URL", SEARCH.url());
        builder.environment().put("MCP_HTTP_PORT", String.valueOf(SERVICE_PORT));
        builder.environment().put("MCP_HTTP_HOST", "127.0.0.1");
        service = builder.start();
        await().ignoreExceptions().until(() -> {
            new Socket("127.0.0.1", SERVICE_PORT).close();
            return true;
        });
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add(ServerFiles.SETTING,
                () -> ServerFiles.folder(Map.of("searxng", "url: http://127.0.0.1:" + SERVICE_PORT + "/mcp\n")));
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
        if (service != null) {
            service.destroy();
        }
    }
}
