package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code web_search} keeps an answer for its time to live, and gives it for the same query, language and recency. */
@Tag("full")
class WebSearchCacheTest extends WebSearchTest {

    @Test
    void answersAreCached() {
        SEARCH.behave(
                (exchange, query) -> send(exchange, 200, results(result("a", "https://e.org/1", ""), result("b", "https://e.org/2", ""))));
        ObjectNode arguments = fresh().put("maxResults", 1);
        Instant begin = Instant.now();
        JsonNode first = client.envelope("web_search", arguments);
        JsonNode second = client.envelope("web_search", arguments);
        assertThat(second.at("/meta/cached").booleanValue()).isTrue();
        assertThat(Instant.parse(second.at("/meta/cachedAt").asText())).isBetween(begin.minusSeconds(1), Instant.now());
        assertThat(second.get("data")).isEqualTo(first.get("data"));
        assertThat(client.envelope("web_search", arguments.deepCopy().put("query", " " + arguments.get("query").asText() + " "))
                .at("/meta/cached").booleanValue()).isTrue();
        assertThat(SEARCH.requests()).hasSize(1);

        JsonNode more = client.envelope("web_search", arguments.deepCopy().put("maxResults", 10));
        assertThat(more.at("/meta/cached").booleanValue()).as("one was kept, ten are asked for").isFalse();
        assertThat(more.at("/data/items").size()).isEqualTo(2);
        assertThat(client.envelope("web_search", arguments.deepCopy().put("maxResults", 20)).at("/meta/cached").booleanValue())
                .as("there are no more").isTrue();
        assertThat(client.envelope("web_search", arguments.deepCopy().put("language", "de")).at("/meta/cached").booleanValue()).isFalse();
        assertThat(client.envelope("web_search", arguments.deepCopy().put("recencyDays", 7)).at("/meta/cached").booleanValue()).isFalse();

        await().pollInterval(Duration.ofMillis(300)).atMost(90, SECONDS)
                .until(() -> !client.envelope("web_search", arguments).at("/meta/cached").booleanValue());
    }
}
