package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.result;
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
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** web_search on SearXNG's API, against a server on loopback that behaves well and badly. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"caravan.web-search.timeout=2s", "caravan.web-search.cache-ttl=3s", "caravan.web-search.language=en"})
@WithServers(ServerKind.MONGO)
@DirtiesContext
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebSearchTest {

    private static final int PORT = GatewayTest.freePort();
    private static final LoopbackSearch SEARCH = new LoopbackSearch();

    private final McpClient client = new McpClient(PORT);
    private int unique;

    @Autowired
    private CircuitBreaker webSearchBreaker;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        registry.add("caravan.web-search.searxng-url", SEARCH::url);
    }

    @BeforeEach
    void closeTheBreaker() {
        webSearchBreaker.reset();
    }

    @AfterAll
    static void stop() {
        SEARCH.close();
    }

    @Test
    void whatIsAskedAndAnswered() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                object(result("Apache Camel", "https://camel.apache.org/", "An <b>integration</b> framework"))
                        .put("publishedDate", "2026-11-01T08:00:00").toString())));
        JsonNode envelope = search("{\"query\":\"  apache   camel 骆驼 & more=1#x \",\"recencyDays\":30,\"language\":\"zh-Hans\"}");

        assertThat(envelope.at("/data/items").size()).isEqualTo(1);
        assertThat(envelope.at("/data/items/0").toString()).isEqualTo("{\"title\":\"Apache Camel\",\"url\":\"https://camel.apache.org/\","
                + "\"snippet\":\"An integration framework\",\"source\":\"searxng\",\"engines\":[\"local\"],\"publishedAt\":\"2026-11-01T08:00:00Z\"}");
        assertThat(envelope.at("/meta/cached").booleanValue()).isFalse();
        assertThat(SEARCH.requests().get(0)).containsExactlyInAnyOrderEntriesOf(Map.of("q", "apache camel 骆驼 & more=1#x", "format", "json",
                "language", "zh-CN", "time_range", "month"));
    }

    @Test
    void theCallersHeadersAndArgumentsDoNotReachTheServiceAsHeaders() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        client.envelope("web_search", fresh().put("maxResults", 3), "Authorization", "Bearer secret", "X-User-Id", "ada");
        assertThat(SEARCH.headers().get(0).keySet()).map(String::toLowerCase)
                .doesNotContain("authorization", "x-user-id", "query", "maxresults", "traceid").contains("accept", "user-agent");
    }

    @Test
    void maxResultsDefaultsToFiveAndAsksForMorePagesAsNeeded() {
        SEARCH.behave(SEARCH_BY_PAGE);
        assertThat(client.envelope("web_search", fresh()).at("/data/items").size()).isEqualTo(5);
        assertThat(SEARCH.requests()).hasSize(1);

        SEARCH.behave(SEARCH_BY_PAGE);
        assertThat(client.envelope("web_search", fresh().put("maxResults", 20)).at("/data/items").size()).isEqualTo(20);
        assertThat(SEARCH.requests()).extracting(query -> query.getOrDefault("pageno", "1")).containsExactly("1", "2", "3");
    }

    private static final LoopbackSearch.Behaviour SEARCH_BY_PAGE = (exchange, query) -> {
        int page = Integer.parseInt(query.getOrDefault("pageno", "1"));
        send(exchange, 200, results(IntStream.range(0, 8).mapToObj(i -> result("t", "https://e.org/" + page + "/" + i, "")).toArray(String[]::new)));
    };

    @Test
    void aPageWithNothingNewIsTheLast() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("t", "https://e.org/same", "s"))));
        assertThat(client.envelope("web_search", fresh().put("maxResults", 20)).at("/data/items").size()).isEqualTo(1);
        assertThat(SEARCH.requests()).hasSize(2);
    }

    @Test
    void aLaterPageThatFailsLeavesWhatWasFound() {
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
        assertThat(envelope.at("/meta/warnings/0").asText()).isEqualTo("page 2 of the results: The search service answered with HTTP status 500");
        assertThat(client.envelope("web_search", arguments, "Accept-Language", "zh").at("/meta/warnings/0").asText()).isEqualTo("结果第 2 页：搜索服务返回了 HTTP 状态 500");
        assertThat(client.envelope("web_search", arguments).at("/meta/cached").booleanValue()).as("not kept").isFalse();
    }

    @Test
    void theSamePageFoundTwiceIsOneResult() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                result("First", "https://www.example.org/a/?utm_source=x&id=7", "short"),
                object(result("Second", "http://example.org/a?id=7&fbclid=1#part", "a longer snippet")).put("publishedDate", "2026-01-02").toString()
                        .replace("\"local\"", "\"other\""),
                result("Another", "https://example.org/a?id=8", "s"))));
        JsonNode items = client.envelope("web_search", fresh()).at("/data/items");
        assertThat(items.size()).isEqualTo(2);
        assertThat(items.get(0).toString()).isEqualTo("{\"title\":\"First\",\"url\":\"https://www.example.org/a/?utm_source=x&id=7\",\"snippet\":\"a longer snippet\","
                + "\"source\":\"searxng\",\"engines\":[\"local\",\"other\"],\"publishedAt\":\"2026-01-02T00:00:00Z\"}");
    }

    @Test
    void snippetsAndTitlesArePlainText() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                result("<em>Tom</em> &amp; Jerry &lt;3", "https://e.org/1", "x<script>alert(1)</script> <img src=x onerror=alert(1)>a &lt; b<br>c\n\n d <!-- no --> 中<mark>文</mark>"),
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
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("a", "javascript:alert(1)", ""), result("b", "data:text/html,x", ""),
                result("c", "file:///etc/passwd", ""), result("d", "", ""), "{\"title\":\"e\"}", result("f", "HTTPS://E.org/é?q=a|b", ""))));
        JsonNode items = client.envelope("web_search", fresh()).at("/data/items");
        assertThat(items.findValuesAsText("title")).containsExactly("f");
    }

    @Test
    void recencyIsExactAndUndatedResultsAreSaid() {
        Instant now = Instant.now();
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(
                dated("new", "https://e.org/1", now.minus(Duration.ofDays(2)).toString()),
                dated("old", "https://e.org/2", now.minus(Duration.ofDays(4)).toString()),
                result("undated", "https://e.org/3", ""))));
        JsonNode envelope = client.envelope("web_search", fresh().put("recencyDays", 3));
        assertThat(envelope.at("/data/items").findValuesAsText("title")).containsExactly("new", "undated");
        assertThat(envelope.at("/meta/warnings/0").asText()).contains("1 of the results carry no date").contains("week");
    }

    @ParameterizedTest
    @CsvSource({"1,day", "2,week", "7,week", "8,month", "30,month", "31,year", "365,year"})
    void theTimeRangeCoversTheDays(int days, String range) {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        client.envelope("web_search", fresh().put("recencyDays", days));
        assertThat(SEARCH.requests().get(0)).containsEntry("time_range", range);
    }

    @Test
    void anAnswerIsKeptForAWhile() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("a", "https://e.org/1", ""), result("b", "https://e.org/2", ""))));
        ObjectNode arguments = fresh().put("maxResults", 1);
        JsonNode first = client.envelope("web_search", arguments);
        JsonNode second = client.envelope("web_search", arguments);
        assertThat(second.at("/meta/cached").booleanValue()).isTrue();
        assertThat(Instant.parse(second.at("/meta/cachedAt").asText())).isBetween(Instant.now().minusSeconds(3), Instant.now());
        assertThat(second.get("data")).isEqualTo(first.get("data"));
        assertThat(client.envelope("web_search", arguments.deepCopy().put("query", " " + arguments.get("query").asText() + " ")).at("/meta/cached").booleanValue()).isTrue();
        assertThat(SEARCH.requests()).hasSize(1);

        JsonNode more = client.envelope("web_search", arguments.deepCopy().put("maxResults", 10));
        assertThat(more.at("/meta/cached").booleanValue()).as("one was kept, ten are asked for").isFalse();
        assertThat(more.at("/data/items").size()).isEqualTo(2);
        assertThat(client.envelope("web_search", arguments.deepCopy().put("maxResults", 20)).at("/meta/cached").booleanValue()).as("there are no more").isTrue();
        assertThat(client.envelope("web_search", arguments.deepCopy().put("language", "de")).at("/meta/cached").booleanValue()).isFalse();
        assertThat(client.envelope("web_search", arguments.deepCopy().put("recencyDays", 7)).at("/meta/cached").booleanValue()).isFalse();

        await().pollInterval(Duration.ofMillis(300)).atMost(5, SECONDS).until(() -> !client.envelope("web_search", arguments).at("/meta/cached").booleanValue());
    }

    @Test
    void noResultsAreSuccess() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        JsonNode envelope = client.envelope("web_search", fresh());
        assertThat(envelope.get("ok").booleanValue()).isTrue();
        assertThat(envelope.at("/data/items").size()).isZero();
    }

    @Test
    void enginesThatDidNotAnswerAreWarnings() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results().replace("\"unresponsive_engines\":[]",
                "\"unresponsive_engines\":[[\"google\",\"Suspended: CAPTCHA\"],\"bing\"]")));
        assertThat(client.envelope("web_search", fresh()).at("/meta/warnings").toString())
                .isEqualTo("[\"search engine google: Suspended: CAPTCHA\",\"search engine bing: no answer\"]");
    }

    @ParameterizedTest
    @CsvSource({"403,search.formats", "429,too many requests", "500,HTTP status 500", "503,HTTP status 503", "404,HTTP status 404"})
    void anErrorOfTheServiceIsUpstreamError(int status, String message) {
        SEARCH.behave((exchange, query) -> send(exchange, status, "<html>no</html>"));
        assertThat(failure(fresh())).contains(message);
        assertThat(SEARCH.requests()).as("not asked again").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"<html>no</html>", "{\"results\":{}}", "[]", "null", "{\"query\":\"q\"}", "{\"results\":[{\"url\":\"https://e.org\"", "''", "{} trailing"})
    void garbageIsUpstreamError(String body) {
        SEARCH.behave((exchange, query) -> send(exchange, 200, body));
        assertThat(failure(fresh())).contains("no list of results");
    }

    @Test
    void aServiceThatDoesNotAnswerCostsItsTimeOnly() {
        SEARCH.behave((exchange, query) -> sleep(6_000));
        assertThat(within(2_000, 3_000, () -> failure(fresh()))).contains("2000 ms");
    }

    @Test
    void aServiceThatDripsIsCutOffAtTheSameTime() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 100; i++) {
                    out.write(' ');
                    out.flush();
                    sleep(100);
                }
            }
        });
        assertThat(within(2_000, 3_000, () -> failure(fresh()))).contains("2000 ms");
    }

    @Test
    void fiveMegabytesAreRefusedWithoutBeingRead() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("t", "https://e.org/", "x".repeat(5_000_000)))));
        assertThat(within(0, 2_000, () -> failure(fresh()))).contains("2097152 bytes");
    }

    @Test
    void anEndlessAnswerIsRefusedAsWell() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                byte[] block = "y".repeat(65_536).getBytes();
                while (true) {
                    out.write(block);
                }
            }
        });
        assertThat(within(0, 2_000, () -> failure(fresh()))).contains("2097152 bytes");
    }

    @Test
    void aConnectionClosedMidwayIsUpstreamError() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"results\":[".getBytes());
            exchange.getResponseBody().flush();
            throw new IOException("on purpose");
        });
        assertThat(failure(fresh())).contains("can't be reached");
    }

    @Test
    void theBreakerSparesAServiceThatFailsAndClosesByItself() throws Exception {
        SEARCH.behave((exchange, query) -> send(exchange, 500, ""));
        for (int i = 0; i < 5; i++) {
            failure(fresh());
        }
        assertThat(SEARCH.requests()).hasSize(5);
        String spared = within(0, 500, () -> failure(fresh()));
        assertThat(spared).matches(".*left alone for (1[0-5]) s more");
        assertThat(SEARCH.requests()).as("not asked").hasSize(5);

        SEARCH.behave((exchange, query) -> send(exchange, 200, results()));
        await().pollInterval(Duration.ofSeconds(1)).atMost(20, SECONDS).until(() -> client.envelope("web_search", fresh()).get("ok").booleanValue());
        assertThat(webSearchBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aHundredSlowSearchesDoNotHoldUpOtherTools() throws Exception {
        SEARCH.behave((exchange, query) -> sleep(3_000));
        var callers = Executors.newFixedThreadPool(100);
        List<Future<JsonNode>> slow = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ObjectNode arguments = fresh();
            slow.add(callers.submit(() -> new McpClient(PORT).envelope("web_search", arguments)));
        }
        await().until(() -> SEARCH.requests().size() == 100);
        client.envelope("mongo_find_all", object("{}"));
        assertThat(slow).as("all hundred still wait").noneMatch(Future::isDone);
        for (Future<JsonNode> call : slow) {
            assertThat(call.get(15, SECONDS).has("ok")).isTrue();
        }
        callers.shutdown();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"{\"query\":\"\"}; query", "{\"query\":\"   \"}; query", "{}; query", "{\"query\":\"q\",\"maxResults\":0}; maxResults",
        "{\"query\":\"q\",\"maxResults\":21}; maxResults", "{\"query\":\"q\",\"recencyDays\":0}; recencyDays", "{\"query\":\"q\",\"recencyDays\":366}; recencyDays",
        "{\"query\":\"q\",\"language\":\"zh CN\"}; language", "{\"query\":\"q\",\"page\":2}; page"})
    void wrongArguments(String arguments, String name) {
        JsonNode envelope = client.envelope("web_search", object(arguments));
        assertThat(envelope.at("/error/code").asText()).isEqualTo("INVALID_ARGUMENT");
        assertThat(envelope.at("/error/message").asText()).contains(name);
    }

    private JsonNode search(String arguments) {
        return client.envelope("web_search", object(arguments));
    }

    private ObjectNode fresh() {
        return object("{}").put("query", "query " + ++unique);
    }

    private String failure(ObjectNode arguments) {
        JsonNode envelope = client.envelope("web_search", arguments);
        assertThat(envelope.at("/error/code").asText()).as(envelope.toString()).isEqualTo("UPSTREAM_ERROR");
        return envelope.at("/error/message").asText();
    }

    private static String dated(String title, String url, String date) {
        return object(result(title, url, "")).put("publishedDate", date).toString();
    }

    private static String within(long least, long most, java.util.function.Supplier<String> call) {
        long begin = System.nanoTime();
        String answer = call.get();
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(least, most);
        return answer;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
