package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.caravan.database.OpenSearchTestStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers that only a proxy or a failing server gives for OpenSearch are told as what they mean, and without secrets. */
@Tag("full")
class OpenSearchAnswersTest extends OpenSearchTest {

    /** What this server can't be made to answer is answered before it: there is no security plugin to install, and it is never too busy. */
    @Test
    void requestsHaveCredentialsAndErrorsHaveTypes() throws Exception {
        AtomicReference<String> authorization = new AtomicReference<>();
        AtomicReference<Boolean> ours = new AtomicReference<>();
        AtomicReference<String> answer = new AtomicReference<>("401 Unauthorized");
        failed("connection_error", "query", "search_front", "{\"table\":\"front\"}");
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), OpenSearchTestStore.FRONT), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", exchange -> {
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            ours.set(exchange.getRequestHeaders().containsKey("Caravan-Limit-Millis"));
            if (answer.get().startsWith("0")) {
                return;
            }
            byte[] body = answer.get().substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Integer.parseInt(answer.get().substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        front.start();
        try {
            String message = failed("permission_error", "query", "search_front", "{\"table\":\"front\"}");
            assertThat(message).doesNotContain("s3cret-pw");
            assertThat(ours.get()).as("a header that is for the client alone").isFalse();
            assertThat(authorization.get())
                    .isEqualTo("Basic " + Base64.getEncoder().encodeToString("ada:s3cret-pw".getBytes(StandardCharsets.UTF_8)));
            Map<String, String> types = Map.of(
                    "403 {\"error\":{\"type\":\"security_exception\",\"reason\":\"no permissions for s3cret-pw at "
                            + "http://10.0.0.1:9200/x\"},\"status\":403}",
                    "permission_error",
                    "429 {\"error\":{\"type\":\"rejected_execution_exception\",\"reason\":\"busy\"},\"status\":429}", "connection_error",
                    "502 <html>bad gateway</html>", "connection_error",
                    "503 {\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"no master\"},\"status\":503}", "connection_error",
                    "504 <html>gateway timeout</html>", "timeout_error",
                    "200 <html>a portal</html>", "connection_error", "400 {\"error\":\"no handler found\",\"status\":400}", "query_error",
                    "429 {\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"flood-stage watermark\"},\"status\":429}",
                    "permission_error");
            for (Map.Entry<String, String> each : types.entrySet()) {
                answer.set(each.getKey());
                assertThat(failed(each.getValue(), "query", "search_front", "{\"table\":\"front\"}")).as(each.getKey())
                        .doesNotContain("s3cret-pw").doesNotContain("10.0.0.1");
            }
            answer.set("200 {\"x\":\"" + "x".repeat(17_000_000) + "\"}");
            assertThat(failed("query_error", "query", "search_front", "{\"table\":\"front\"}")).contains("bytes");
            answer.set("0");
            long begin = System.nanoTime();
            assertThat(failed("timeout_error", "query", "search_front", "{\"table\":\"front\"}")).as("not the tool's limit")
                    .doesNotContain("took longer");
            assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThan(3_500L);
        } finally {
            front.stop(0);
        }
    }

    /** The server fails in the middle of a write, as this one does not when it is asked to. */
    @Test
    void failedWriteTellsWhatHappenedToEachRow() throws Exception {
        AtomicReference<String> last = new AtomicReference<>();
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), OpenSearchTestStore.FRONT), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", exchange -> {
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            int status = 200;
            String answer = "{\"front\":{\"mappings\":{},\"settings\":{\"index\":{}}}}";
            if (asked.contains("\"lost\"")) {
                status = 502;
            } else if (path.endsWith("_bulk")) {
                answer = """
                        {"errors":true,"items":[{"create":{"_index":"front","_id":"1","status":201,"_seq_no":7,"_primary_term":1}},\
                        {"create":{"_index":"front","_id":"2","status":400,
                        "error":{"type":"mapper_parsing_exception","reason":"no, says http://10.0.0.1:9200/x"}}},\
                        {"create":{"_index":"front","_id":"3","status":201,"_seq_no":8,"_primary_term":1}}]}""";
            } else if (path.endsWith("_delete_by_query")) {
                status = 403;
                answer = """
                        {"timed_out":false,"total":3,"deleted":2,"version_conflicts":0,"failures":[{"index":"front","id":"3",\
                        "cause":{"type":"cluster_block_exception","reason":"blocked"},"status":403}]}""";
            }
            last.set(path);
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        front.start();
        try {
            assertThat(failed("query_error", "insert", "search_front", "{\"table\":\"front\",\"data\":[{\"id\":1},{\"id\":2},{\"id\":3}]}"))
                    .isEqualTo("Not written: 1 (row 2 with id 2: no, says …). Written: 2 (ids 1, 3)");
            assertThat(last.get()).as("nothing is undone").endsWith("_bulk");
            assertThat(failed("connection_error", "insert", "search_front", "{\"table\":\"front\",\"data\":{\"id\":77,\"v\":\"lost\"}}"))
                    .endsWith("Maybe written: 1 (ids 77)");
            assertThat(failed("permission_error", "delete", "search_front",
                    "{\"table\":\"front\",\"filters\":{\"_id__in\":[\"1\",\"2\",\"3\"]}}"))
                    .isEqualTo("Not written: 1 (id 3: blocked). Written: 2");
            assertThat(failed("connection_error", "delete", "search_front", "{\"table\":\"front\",\"filters\":{\"_id\":\"lost\"}}"))
                    .endsWith("Some of the rows may be deleted");
        } finally {
            front.stop(0);
        }
    }
}
