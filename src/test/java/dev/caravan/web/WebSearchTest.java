package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.ServicesTest;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A gateway with short times for {@code web_search}, whose search service is a server on loopback that behaves as the test says.
 */
abstract class WebSearchTest extends ServicesTest {

    /** Counts the queries of all classes, as the gateway keeps answers. */
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    @Autowired
    CircuitBreaker webSearchBreaker;

    /** The first call of a gateway loads its classes, which may take longer than the two seconds of a search. */
    @BeforeAll
    void warmUp() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        await().until(() -> {
            closeTheBreaker();
            return client.envelope("web_search", fresh()).get("ok").booleanValue();
        });
    }

    @BeforeEach
    void closeTheBreaker() {
        webSearchBreaker.reset();
    }

    /** Arguments with a query that nobody has asked. */
    static ObjectNode fresh() {
        return object("{}").put("query", "query " + UNIQUE.incrementAndGet());
    }

    /** The message of a call that fails with UPSTREAM_ERROR. */
    String failure(ObjectNode arguments) {
        JsonNode envelope = client.envelope("web_search", arguments);
        assertThat(envelope.at("/error/code").asText()).as(envelope.toString()).isEqualTo("UPSTREAM_ERROR");
        return envelope.at("/error/message").asText();
    }

    /** The answer of a call that takes from the least to the most milliseconds. */
    static String within(long least, long most, Supplier<String> call) {
        long begin = System.nanoTime();
        String answer = call.get();
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(least, most);
        return answer;
    }
}
