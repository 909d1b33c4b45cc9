package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code web_search} asks the service for what its arguments say, page by page, and sends nothing else. */
class WebSearchRequestsTest extends WebSearchTest {

    private static final LoopbackSearch.Behaviour SEARCH_BY_PAGE = (exchange, query) -> {
        int page = Integer.parseInt(query.getOrDefault("pageno", "1"));
        send(exchange, 200,
                results(IntStream.range(0, 8).mapToObj(i -> result("t", "https://e.org/" + page + "/" + i, "")).toArray(String[]::new)));
    };

    @Test
    void requestAndResultHaveTheirFields() {
        String published = Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS).toString();
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                object(result("Apache Camel", "https://camel.apache.org/", "An <b>integration</b> framework"))
                        .put("publishedDate", published.replace("Z", "")).toString())));
        JsonNode envelope = search("{\"query\":\"  apache   camel 骆驼 & more=1#x \",\"recencyDays\":30,\"language\":\"zh-Hans\"}");

        assertThat(envelope.at("/data/items").size()).isEqualTo(1);
        assertThat(envelope.at("/data/items/0").toString()).isEqualTo("{\"title\":\"Apache Camel\",\"url\":\"https://camel.apache.org/\","
                + "\"snippet\":\"An integration framework\",\"source\":\"searxng\",\"engines\":[\"local\"],\"publishedAt\":\"" + published
                + "\"}");
        assertThat(envelope.at("/meta/cached").booleanValue()).isFalse();
        assertThat(SEARCH.requests().get(0)).containsExactlyInAnyOrderEntriesOf(Map.of("q", "apache camel 骆驼 & more=1#x", "format", "json",
                "language", "zh-CN", "time_range", "month"));
    }

    @Test
    void serviceGetsNoHeadersOfTheCaller() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        client.envelope("web_search", fresh().put("maxResults", 3), "Authorization", "Bearer secret", "X-User-Id", "ada");
        assertThat(SEARCH.headers().get(0).keySet()).map(String::toLowerCase)
                .doesNotContain("authorization", "x-user-id", "query", "maxresults", "traceid").contains("accept", "user-agent");
    }

    /** Java's own patterns overflow the stack on it. */
    @Test
    void hostileLanguageIsRefusedAtOnce() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        JsonNode error = client.envelope("web_search", fresh().put("language", "en" + "-ab".repeat(30_000) + "!")).get("error");
        assertThat(error.get("code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.get("message").asText()).contains("language");
        assertThat(SEARCH.requests()).isEmpty();
    }

    @Test
    void nullCountsAsAbsent() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("t", "https://e.org/1", ""))));
        JsonNode envelope = client.envelope("web_search", fresh().putNull("maxResults").putNull("language").putNull("recencyDays"));
        assertThat(envelope.at("/data/items").size()).as(envelope.toString()).isEqualTo(1);
        int asked = SEARCH.requests().size();
        client.envelope("web_search", fresh());
        Map<String, String> withNulls = SEARCH.requests().get(0);
        Map<String, String> without = SEARCH.requests().get(asked);
        assertThat(withNulls.keySet()).isEqualTo(without.keySet());
        assertThat(withNulls.get("language")).isEqualTo(without.get("language"));
    }

    @ParameterizedTest
    @CsvSource({"1,day", "2,week", "7,week", "8,month", "30,month", "31,year", "365,year"})
    void timeRangeCoversTheDays(int days, String range) {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        client.envelope("web_search", fresh().put("recencyDays", days));
        assertThat(SEARCH.requests().get(0)).containsEntry("time_range", range);
    }

    @Test
    void maxResultsDefaultsToFiveAndFetchesMorePages() {
        SEARCH.behave(SEARCH_BY_PAGE);
        assertThat(client.envelope("web_search", fresh()).at("/data/items").size()).isEqualTo(5);
        assertThat(SEARCH.requests()).hasSize(1);

        SEARCH.behave(SEARCH_BY_PAGE);
        assertThat(client.envelope("web_search", fresh().put("maxResults", 20)).at("/data/items").size()).isEqualTo(20);
        assertThat(SEARCH.requests()).extracting(query -> query.getOrDefault("pageno", "1")).containsExactly("1", "2", "3");
    }

    @Test
    void pageWithoutNewResultsIsTheLast() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("t", "https://e.org/same", "s"))));
        assertThat(client.envelope("web_search", fresh().put("maxResults", 20)).at("/data/items").size()).isEqualTo(1);
        assertThat(SEARCH.requests()).hasSize(2);
    }

    @Test
    void failedLaterPageKeepsEarlierResults() {
        SEARCH.behave((exchange, query) -> {
            if (query.containsKey("pageno")) {
                send(exchange, 500, "{}");
            } else {
                send(exchange, 200, results(result("t", "https://e.org/1", "s")));
            }
        });
        ObjectNode arguments = fresh().put("maxResults", 20);
        JsonNode envelope = client.envelope("web_search", arguments);
        assertThat(envelope.at("/data/items").size()).isEqualTo(1);
        assertThat(envelope.at("/meta/warnings/0").asText())
                .isEqualTo("page 2 of the results: The search service answered with HTTP status 500");
        assertThat(client.envelope("web_search", arguments, "Accept-Language", "zh").at("/meta/warnings/0").asText())
                .isEqualTo("结果第 2 页：搜索服务返回了 HTTP 状态 500");
        assertThat(client.envelope("web_search", arguments).at("/meta/cached").booleanValue()).as("not kept").isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"{\"query\":\"\"}; query", "{\"query\":\"   \"}; query", "{}; query",
        "{\"query\":\"q\",\"maxResults\":0}; maxResults",
        "{\"query\":\"q\",\"maxResults\":21}; maxResults", "{\"query\":\"q\",\"recencyDays\":0}; recencyDays",
        "{\"query\":\"q\",\"recencyDays\":366}; recencyDays",
        "{\"query\":\"q\",\"language\":\"zh CN\"}; language", "{\"query\":\"q\",\"page\":2}; page"})
    void wrongArgumentsAreRefused(String arguments, String name) {
        JsonNode envelope = client.envelope("web_search", object(arguments));
        assertThat(envelope.at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(envelope.at("/error/message").asText()).contains(name);
    }

    private JsonNode search(String arguments) {
        return client.envelope("web_search", object(arguments));
    }
}
