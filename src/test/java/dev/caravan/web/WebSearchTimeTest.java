package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** However long the service may take by its setting, a search ends after the tool's ten seconds. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.web-search.timeout=30s")
@DirtiesContext
class WebSearchTimeTest {

    private static final int PORT = GatewayTest.freePort();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", SEARCH::url);
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
    }

    @Test
    void tenSeconds() {
        SEARCH.behave((exchange, query) -> {
            try {
                Thread.sleep(15_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        long begin = System.nanoTime();
        JsonNode envelope = new McpClient(PORT).envelope("web_search", object("{\"query\":\"slow\"}"));
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(10_000L, 11_500L);
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText()).contains("10000 ms");
    }
}
