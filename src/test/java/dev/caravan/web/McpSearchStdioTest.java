package dev.caravan.web;

import dev.caravan.ServerFiles;
import dev.caravan.embedded.FreePorts;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The server is a child process of the gateway. */
class McpSearchStdioTest extends McpSearchContract {

    private static final int PORT = FreePorts.pick();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    McpSearchStdioTest() {
        super(PORT, SEARCH, "stdio");
    }

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add(ServerFiles.SETTING,
                () -> ServerFiles.folder(Map.of("searxng", "command: '" + COMMAND + "'\nenv: ['SEARXNG_URL=" + SEARCH.url() + "']\n")));
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
    }
}
