package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.database.OpenSearchTestStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is before the server fails in the middle of a page or of a write, and indexes are large, many or gone. */
@Tag("full")
class OpenSearchBadCasesTest extends OpenSearchTest {

    private static final String FRONT = "search_front";
    private static final String INDEX = "os_bad_cases";

    private HttpServer front;
    /** Returns {@code STATUS BODY} for a request, or null where OpenSearch itself shall answer. */
    private volatile Function<String, String> instead = request -> null;

    @BeforeEach
    void startFront() throws IOException {
        front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), OpenSearchTestStore.FRONT), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", this::answer);
        front.start();
        await("connections to the front before are gone").until(() -> call("query", FRONT, "{\"table\":\"os_people\",\"limit\":1}")
                .get("success").booleanValue());
    }

    @AfterEach
    void stopFront() {
        front.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] asked = exchange.getRequestBody().readAllBytes();
        String answer = instead.apply(exchange.getRequestURI().getPath() + " " + new String(asked, StandardCharsets.UTF_8));
        try {
            if (answer == null) {
                HttpResponse<String> there = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                        URI.create(STORE.server().address() + exchange.getRequestURI())).header("Content-Type", "application/json")
                        .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(asked)).build(),
                        HttpResponse.BodyHandlers.ofString());
                answer = there.statusCode() + " " + there.body();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void fill(int rows) {
        make(INDEX, "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"keyword\"}}}");
        done("insert", DB, "{\"table\":\"" + INDEX + "\",\"data\":" + IntStream.range(0, rows).mapToObj("{\"id\":%d}"::formatted)
                .collect(Collectors.joining(",", "[", "]")) + "}");
    }

    @Test
    void pageGoesOnWhereItWasWhenTheServerIsBack() throws Exception {
        fill(5);
        String query = "{\"table\":\"" + INDEX + "\",\"limit\":3,\"order_by\":[\"id\"],\"after\":\"%s\"}";
        JsonNode first = done("query", FRONT, query.formatted(""));
        front.stop(0);
        failed("connection_error", "query", FRONT, query.formatted(first.get("next").asText()));
        startFront();
        instead = request -> "429 {\"error\":{\"type\":\"rejected_execution_exception\",\"reason\":\"queue is full\"},\"status\":429}";
        failed("connection_error", "query", FRONT, query.formatted(first.get("next").asText()));
        instead = request -> null;
        assertThat(done("query", FRONT, query.formatted(first.get("next").asText())).get("data").findValuesAsText("id"))
                .containsExactly("3", "4");
    }

    @Test
    void updateThatEndsInTheMiddleTellsWhatIsWritten() {
        fill(2_500);
        int[] bulks = {0};
        instead = request -> request.contains("/_bulk ") && ++bulks[0] == 2 ? "502 <html>bad gateway</html>" : null;
        String update = "{\"table\":\"" + INDEX + "\",\"data\":{\"v\":\"new\"},\"filters\":{\"id__gte\":0}}";
        assertThat(failed("connection_error", "update", FRONT, update)).contains("Written: 1000 (ids ")
                .contains("Maybe written: 1000 (ids ");
        assertThat(done("query", DB, "{\"table\":\"" + INDEX + "\",\"filters\":{\"v\":\"new\"}}").get("count").intValue()).isEqualTo(1_000);
        instead = request -> null;
        assertThat(done("update", FRONT, update).get("updated_count").intValue()).isEqualTo(2_500);
    }

    @Test
    void busyNodeRefusesRowsWithAReasonOfEach() {
        fill(1);
        instead = request -> request.contains("/_bulk ") ? "200 {\"errors\":true,\"items\":[{\"create\":{\"_id\":\"7\",\"status\":201}},"
                + "{\"create\":{\"_id\":\"8\",\"status\":429,\"error\":{\"type\":\"rejected_execution_exception\",\"reason\":\"full\"}}}]}"
                : null;
        assertThat(failed("connection_error", "insert", FRONT, "{\"table\":\"" + INDEX + "\",\"data\":[{\"id\":7},{\"id\":8}]}"))
                .isEqualTo("Not written: 1 (row 2 with id 8: The database search_front can't be reached). Written: 1 (ids 7)");
    }

    @Test
    void indexThatGoesAwayIsToldAndNeverMadeByAWrite() {
        fill(2);
        String query = "{\"table\":\"" + INDEX + "\",\"limit\":1,\"order_by\":[\"id\"],\"after\":\"%s\"}";
        String next = done("query", FRONT, query.formatted("")).get("next").asText();
        STORE.send("DELETE", "/" + INDEX, null);
        failed("query_error", "query", FRONT, query.formatted(next));
        failed("query_error", "insert", FRONT, "{\"table\":\"" + INDEX + "\",\"data\":{\"id\":1}}");
        failed("query_error", "update", FRONT, "{\"table\":\"" + INDEX + "\",\"data\":{\"v\":\"a\"},\"filters\":{\"id\":1}}");
        failed("query_error", "delete", FRONT, "{\"table\":\"" + INDEX + "\",\"filters\":{\"id\":1}}");
        assertThat(STORE.send("GET", "/_resolve/index/" + INDEX + "*", null).get("indices")).isEmpty();
    }

    @Test
    void largeMappingsAndManyIndexesComeInPages() {
        make("os_wide", "{\"properties\":" + IntStream.range(0, 1_000).mapToObj("\"f%d\":{\"type\":\"long\"}"::formatted)
                .collect(Collectors.joining(",", "{", "}}")));
        done("insert", DB, "{\"table\":\"os_wide\",\"data\":" + IntStream.range(0, 1_000).mapToObj("\"f%1$d\":%1$d"::formatted)
                .collect(Collectors.joining(",", "{", "}}")));
        assertThat(done("query", DB, "{\"table\":\"os_wide\",\"filters\":{\"f999\":999},\"columns\":[\"f0\",\"f998\"]}").get("data")
                .toString()).isEqualTo("[{\"f0\":0,\"f998\":998}]");
        JsonNode columns = done("describe", DB, "{\"table\":\"os_wide\",\"limit\":10,\"offset\":995}");
        assertThat(columns.get("count").intValue()).isEqualTo(1_001);
        assertThat(columns.get("columns")).hasSize(6);
        instead = request -> request.startsWith("/_resolve/") ? "200 {\"aliases\":[],\"indices\":" + IntStream.range(0, 10_000)
                .mapToObj("{\"name\":\"os_of_many_%05d\"}"::formatted).collect(Collectors.joining(",", "[", "]}")) : null;
        JsonNode many = done("describe", FRONT, "{\"search\":\"os_of_many\",\"limit\":5,\"offset\":9998}");
        assertThat(many.get("count").intValue()).isEqualTo(10_000);
        assertThat(many.get("tables").findValuesAsText("table")).containsExactly("os_of_many_09998", "os_of_many_09999");
    }
}
