package dev.caravan.web;

import static dev.caravan.McpClient.object;
import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;

/**
 * web_search through npm's mcp-searxng in front of a search service on loopback. Needs Node and {@code npm ci}; in CI it may not be
 * skipped.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = "caravan.web-search.service=mcp")
@WithServers(ServerKind.MONGO)
@DirtiesContext
@Tag("full")
abstract class McpSearchContract {

    static final Path COMMAND = Path.of("src/test/clients/node_modules/.bin/mcp-searxng").toAbsolutePath();

    private final LoopbackSearch search;
    private final String transport;
    private final McpClient client;

    @Value("${local.server.port}")
    private int operations;

    McpSearchContract(int port, LoopbackSearch search, String transport) {
        this.search = search;
        this.transport = transport;
        this.client = new McpClient(port);
    }

    @BeforeAll
    static void installed() {
        Needs.npm(Path.of("src/test/clients"));
    }

    /** The gateway connects to the server in its first call, which can take longer than the ten seconds that a search may. */
    @BeforeEach
    void untilTheServerIsConnected() {
        search.behave((exchange, query) -> send(exchange, 200, results(result("first", "https://e.org/first", ""))));
        await().atMost(Duration.ofMinutes(3)).until(
                () -> client.envelope("web_search", object("{}").put("query", "first " + UUID.randomUUID())).get("ok").booleanValue());
    }

    @Test
    void mcpServerFindsPagesLikeSearxng() throws Exception {
        Instant published = Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.SECONDS);
        String inBeijing = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(published.atOffset(ZoneOffset.ofHours(8)));
        search.behave((exchange, query) -> send(exchange, 200, results(
                object(result("北京 <b>天气</b>", "https://e.org/1", "晴 &amp; 冷")).put("publishedDate", inBeijing).toString(),
                result("again", "http://www.e.org/1/", ""),
                result("two", "https://e.org/2", ""))));
        JsonNode envelope = client.envelope("web_search",
                object("{\"query\":\"北京 天气\",\"maxResults\":20,\"language\":\"zh-CN\",\"recencyDays\":365}"));
        JsonNode items = envelope.at("/data/items");
        assertThat(items.size()).as(envelope.toString()).isEqualTo(2);
        assertThat(items.at("/0/title").asText()).isEqualTo("北京 天气");
        assertThat(items.at("/0/snippet").asText()).isEqualTo("晴 & 冷");
        assertThat(items.at("/0/publishedAt").asText()).isEqualTo(published.toString());
        assertThat(items.at("/0/source").asText()).isEqualTo("searxng");
        assertThat(search.requests().stream().filter(query -> query.containsKey("q")).findFirst().orElseThrow())
                .containsEntry("q", "北京 天气").containsEntry("language", "zh-CN").containsEntry("time_range", "year");
        assertThat(client.envelope("web_search", object("{\"query\":\"北京 天气\",\"language\":\"zh-CN\",\"recencyDays\":365}"))
                .at("/meta/cached").booleanValue()).isTrue();

        JsonNode sources = health().at("/components/sources");
        assertThat(sources.at("/status").asText()).isEqualTo("UP");
        assertThat(sources.at("/details/servers/searxng/state").asText()).isEqualTo("connected");
    }

    @Test
    void emptyResultIsSuccess() {
        search.behave((exchange, query) -> send(exchange, 200, results()));
        assertThat(client.envelope("web_search", object("{\"query\":\"nothing at all\"}")).at("/data/items").size()).isZero();
    }

    @Test
    void failureOfTheServerIsUpstreamError() {
        search.behave((exchange, query) -> send(exchange, 500, "no"));
        JsonNode envelope = client.envelope("web_search", object("{\"query\":\"fails\"}"));
        assertThat(envelope.at("/error/code").asText()).isEqualTo("UPSTREAM_ERROR");
        assertThat(envelope.at("/error/message").asText()).contains("searxng_web_search").contains("500");
    }

    private JsonNode health() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operations + "/actuator/health")).build();
        return McpClient.JSON.readTree(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
}
