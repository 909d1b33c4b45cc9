package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.GatewayTest;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A slow search service costs a caller the tool's ten seconds at most, whatever its setting allows, and holds up no other tool. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.web-search.timeout=30s")
@WithServers(ServerKind.MONGO)
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
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(10_000L, 14_000L);
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText()).contains("10000 ms");
    }

    @Test
    void aHundredSlowSearchesDoNotHoldUpOtherTools() throws Exception {
        CountDownLatch checked = new CountDownLatch(1);
        SEARCH.behave((exchange, query) -> {
            try {
                checked.await(15, SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            send(exchange, 200, results());
        });
        var callers = Executors.newFixedThreadPool(100);
        List<Future<JsonNode>> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ObjectNode arguments = object("{}").put("query", "slow " + i);
            slow.add(callers.submit(() -> new McpClient(PORT).envelope("web_search", arguments)));
        }
        await().atMost(20, SECONDS).until(() -> SEARCH.requests().size() == 100);
        new McpClient(PORT).envelope("mongo_find_all", object("{}"));
        assertThat(slow).as("all hundred still wait").noneMatch(Future::isDone);
        checked.countDown();
        for (Future<JsonNode> call : slow) {
            assertThat(call.get(30, SECONDS).has("ok")).isTrue();
        }
        callers.shutdown();
    }
}
