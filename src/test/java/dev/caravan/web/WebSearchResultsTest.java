package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** {@code web_search} answers each page once, as plain text with a web address, and warns of what is uncertain. */
class WebSearchResultsTest extends WebSearchTest {

    @Test
    void samePageFoundTwiceIsOneResult() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                result("First", "https://www.example.org/a/?utm_source=x&id=7", "short"),
                object(result("Second", "http://example.org/a?id=7&fbclid=1#part", "a longer snippet")).put("publishedDate", "2026-01-02")
                        .toString()
                        .replace("\"local\"", "\"other\""),
                result("Another", "https://example.org/a?id=8", "s"))));
        JsonNode items = client.envelope("web_search", fresh()).at("/data/items");
        assertThat(items.size()).isEqualTo(2);
        assertThat(items.get(0).toString())
                .isEqualTo("{\"title\":\"First\",\"url\":\"https://www.example.org/a/?utm_source=x&id=7\",\"snippet\":\"a longer snippet\","
                + "\"source\":\"searxng\",\"engines\":[\"local\",\"other\"],\"publishedAt\":\"2026-01-02T00:00:00Z\"}");
    }

    @Test
    void snippetsAndTitlesArePlainText() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                result("<em>Tom</em> &amp; Jerry &lt;3", "https://e.org/1",
                        "x<script>alert(1)</script> <img src=x onerror=alert(1)>a &lt; b<br>c\n\n d <!-- no --> 中<mark>文</mark>"),
                result("List<String> in Java", "https://e.org/2", "if a < b && c > d then Map<K, V>"),
                result("", "https://e.org/3", "y".repeat(5_000)))));
        JsonNode items = client.envelope("web_search", fresh()).at("/data/items");
        assertThat(items.at("/0/title").asText()).isEqualTo("Tom & Jerry <3");
        assertThat(items.at("/0/snippet").asText()).isEqualTo("x a < b c d 中文");
        assertThat(items.at("/1/title").asText()).isEqualTo("List<String> in Java");
        assertThat(items.at("/1/snippet").asText()).isEqualTo("if a < b && c > d then Map<K, V>");
        assertThat(items.at("/2/title").asText()).as("its address").isEqualTo("https://e.org/3");
        assertThat(items.at("/2/snippet").asText()).hasSize(1_000).endsWith("…");
    }

    @Test
    void onlyWebAddressesAreResults() {
        SEARCH.behave((exchange, query) -> send(exchange, 200,
                results(result("a", "javascript:alert(1)", ""), result("b", "data:text/html,x", ""),
                        result("c", "file:///etc/passwd", ""), result("d", "", ""), "{\"title\":\"e\"}",
                        result("f", "HTTPS://E.org/é?q=a|b", ""))));
        JsonNode items = client.envelope("web_search", fresh()).at("/data/items");
        assertThat(items.findValuesAsText("title")).containsExactly("f");
    }

    @Test
    void recencyIsExactAndUndatedResultsAreReported() {
        Instant now = Instant.now();
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                dated("new", "https://e.org/1", now.minus(Duration.ofDays(2)).toString()),
                dated("old", "https://e.org/2", now.minus(Duration.ofDays(4)).toString()),
                result("undated", "https://e.org/3", ""))));
        JsonNode envelope = client.envelope("web_search", fresh().put("recencyDays", 3));
        assertThat(envelope.at("/data/items").findValuesAsText("title")).containsExactly("new", "undated");
        assertThat(envelope.at("/meta/warnings/0").asText()).contains("1 results have no date").contains("week");
    }

    @Test
    void emptyResultIsSuccess() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        JsonNode envelope = client.envelope("web_search", fresh());
        assertThat(envelope.get("ok").booleanValue()).isTrue();
        assertThat(envelope.at("/data/items").size()).isZero();
    }

    @Test
    void silentEnginesAreWarnings() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results().replace("\"unresponsive_engines\":[]",
                "\"unresponsive_engines\":[[\"google\",\"Suspended: CAPTCHA\"],\"bing\"]")));
        assertThat(client.envelope("web_search", fresh()).at("/meta/warnings").toString())
                .isEqualTo("[\"search engine google: Suspended: CAPTCHA\",\"search engine bing: no answer\"]");
    }

    private static String dated(String title, String url, String date) {
        return object(result(title, url, "")).put("publishedDate", date).toString();
    }
}
