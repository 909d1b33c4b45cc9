package dev.caravan.web;

import dev.caravan.embedded.FreePorts;
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
        registry.add("caravan.upstream.servers.searxng.command", COMMAND::toString);
        registry.add("caravan.upstream.servers.searxng.env[0]", () -> "SEARXNG_URL=" + SEARCH.url());
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
    }
}
