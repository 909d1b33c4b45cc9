package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A slow search service costs a caller the tool's ten seconds at most, whatever its setting allows, and holds up no other tool. */
@Tag("nightly")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.web-search.timeout=30s")
@WithServers(ServerKind.MONGO)
@DirtiesContext
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebSearchTimeTest {

    private static final int PORT = FreePorts.pick();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    private final McpClient client = new McpClient(PORT);

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", SEARCH::url);
    }

    /** The first calls of a gateway load its classes; the times are those of a gateway that runs. */
    @BeforeAll
    void warmUp() {
        await().atMost(60, SECONDS).until(() -> client.envelope("web_search", object("{\"query\":\"first\"}")).get("ok").booleanValue());
        await().atMost(60, SECONDS).until(() -> client.envelope("mongo_find_all", object("{}")).get("ok").booleanValue());
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
    }

    @Test
    void searchEndsWithinTenSeconds() {
        CountDownLatch checked = held();
        long begin = System.nanoTime();
        JsonNode envelope = client.envelope("web_search", object("{\"query\":\"slow\"}"));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        checked.countDown();
        assertThat(millis).isBetween(10_000L, 18_000L);
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText()).contains("10000 ms");
    }

    @Test
    void hundredSlowSearchesDoNotDelayOtherTools() throws Exception {
        CountDownLatch checked = held();
        var callers = Executors.newFixedThreadPool(100);
        List<Future<JsonNode>> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ObjectNode arguments = object("{}").put("query", "slow " + i);
            slow.add(callers.submit(() -> client.envelope("web_search", arguments)));
        }
        await().until(() -> SEARCH.requests().size() == 100);
        long before;
        long after;
        do { // again if a search ended meanwhile: the answer could have waited for its end
            before = ended(slow);
            client.envelope("mongo_find_all", object("{}"));
            after = ended(slow);
        } while (after > before);
        assertThat(after).as("searches that ended before another tool answered").isLessThan(100);
        checked.countDown();
        for (Future<JsonNode> call : slow) {
            assertThat(call.get(30, SECONDS).has("ok")).isTrue();
        }
        callers.shutdown();
    }

    private static long ended(List<Future<JsonNode>> calls) {
        return calls.stream().filter(Future::isDone).count();
    }

    /** The service answers when the latch is counted down, or after 30 s. */
    private static CountDownLatch held() {
        CountDownLatch latch = new CountDownLatch(1);
        SEARCH.behave((exchange, query) -> {
            try {
                latch.await(30, SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            send(exchange, 200, results());
        });
        return latch;
    }
}
