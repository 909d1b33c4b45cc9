package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The embedder tells what is wrong with its endpoint, in time and without the key. */
@Tag("full")
class EndpointFaultsTest extends EmbeddingEndpointTest {

    @Test
    void missingServerIsReported() {
        server.close();

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessage("The embedding endpoint " + server.url() + " can't be reached");
        assertThatThrownBy(() -> embedder.embedPassages(List.of("x"))).isInstanceOf(EmbeddingException.class);
    }

    @Test
    void slowServerTimesOut() {
        EndpointEmbedder impatient = embedder(512, Duration.ofMillis(300));
        server.behaves((exchange, body) -> new CountDownLatch(1).await());

        assertThatThrownBy(() -> impatient.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("did not answer within 300 ms");
    }

    @Test
    void stalledAnswerTimesOut() {
        EndpointEmbedder impatient = embedder(512, Duration.ofMillis(500));
        server.behaves((exchange, body) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"data\": [".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            new CountDownLatch(1).await();
        });

        assertThatThrownBy(() -> impatient.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("did not answer within 500 ms");
    }

    @Test
    void truncatedAnswerIsReported() {
        server.behaves((exchange, body) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"data\": [".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("closed the connection");
    }

    @Test
    void garbageIsReported() {
        for (String garbage : List.of("<html>", "{}", "[1]", "{\"data\": 3}", "{\"data\": [{\"embedding\": \"x\"}]}", "{\"data\": [null]}",
                "")) {
            server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 200, garbage));

            assertThatThrownBy(() -> embedder.embedQuery("x")).as(garbage).isInstanceOf(EmbeddingException.class)
                    .hasMessageContaining(" returned ");
        }
    }

    @Test
    void tooFewVectorsAreRefused() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 200, EmbeddingServer.answer(List.of(new float[512])).toString()));

        assertThatThrownBy(() -> embedder.embedPassages(List.of("a", "b"))).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("returned 1 vectors for 2 texts");
    }

    @Test
    void otherDimensionsAreRefused() {
        assertThatThrownBy(() -> embedder(1_536, Duration.ofSeconds(20)).embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("vectors with 512 dimensions, but caravan.embedding.dimensions is 1536");
    }

    @Test
    void lastingTooManyRequestsIsReported() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 429, "{\"error\": {\"message\": \"slow down\"}}"));

        assertThatThrownBy(() -> embedder.embedPassages(List.of("a"))).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("HTTP 429 (too many requests)").hasMessageContaining("slow down");
    }

    @Test
    void noMessageContainsTheKey() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 401,
                "{\"error\": \"Incorrect API key provided: " + key(exchange) + "\"}"));

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("HTTP 401 (check caravan.embedding.api-key)")
                .hasMessageNotContaining(KEY);
        assertThat(
                new EmbeddingProperties(EmbeddingProperties.Kind.OPENAI, server.url(), "m", KEY, 1, Duration.ofSeconds(1), 1, 1).toString())
                .doesNotContain(KEY);
    }

    private static String key(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    }
}
