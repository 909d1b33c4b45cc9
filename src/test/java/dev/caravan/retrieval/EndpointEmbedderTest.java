package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a real server on loopback that speaks the API, with the model of this process behind it. */
@Timeout(60)
class EndpointEmbedderTest {

    private static final String KEY = "sk-very-secret";

    private final LocalEmbedder model = new LocalEmbedder(32, 2);
    private final EmbeddingServer server = new EmbeddingServer(model);
    private final EndpointEmbedder embedder = embedder(512, Duration.ofSeconds(20));

    private EndpointEmbedder embedder(int dimensions, Duration timeout) {
        return new EndpointEmbedder(new EmbeddingProperties(EmbeddingProperties.Kind.OPENAI, server.url(), "m", KEY, dimensions, timeout, 4, 2), Duration.ofMillis(1));
    }

    @AfterEach
    void close() throws Exception {
        embedder.close();
        server.close();
        model.close();
    }

    @Test
    void vectorsAreThoseOfTheModelBehindIt() throws Exception {
        float[] here = model.embedPassages(List.of("退货政策")).get(0);
        float[] there = embedder.embedQuery("退货政策");

        for (int i = 0; i < 512; i++) {
            assertThat(there[i]).isCloseTo(here[i], within(1e-6f));
        }
        assertThat(server.authorizations).containsOnly("Bearer " + KEY);
        assertThat(embedder.model()).isEqualTo("m");
    }

    @Test
    void manyTextsGoInBatchesAndStayInOrder() throws Exception {
        List<String> texts = List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine");

        List<float[]> vectors = embedder.embedPassages(texts);

        assertThat(server.batches).containsExactly(4, 4, 1);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(Vector.dot(vectors.get(i), model.embedPassages(List.of(texts.get(i))).get(0))).isCloseTo(1, within(1e-4f));
        }
    }

    @Test
    void aServerThatIsDownIsToldAsSuch() {
        server.close();

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessage("The embedding endpoint " + server.url() + " can't be connected to");
        assertThatThrownBy(() -> embedder.embedPassages(List.of("x"))).isInstanceOf(EmbeddingException.class);
    }

    @Test
    void aSlowServerIsNotWaitedFor() {
        EndpointEmbedder impatient = embedder(512, Duration.ofMillis(300));
        server.behaves((exchange, body) -> new CountDownLatch(1).await());

        assertThatThrownBy(() -> impatient.embedQuery("x")).isInstanceOf(EmbeddingException.class).hasMessageContaining("did not answer within 300 ms");
    }

    @Test
    void halfAnAnswerIsNotWaitedForEither() {
        EndpointEmbedder impatient = embedder(512, Duration.ofMillis(500));
        server.behaves((exchange, body) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"data\": [".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            new CountDownLatch(1).await();
        });

        assertThatThrownBy(() -> impatient.embedQuery("x")).isInstanceOf(EmbeddingException.class).hasMessageContaining("did not answer within 500 ms");
    }

    @Test
    void anAnswerThatBreaksOffIsToldAsSuch() {
        server.behaves((exchange, body) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"data\": [".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class).hasMessageContaining("broke off");
    }

    @Test
    void garbageIsToldAsSuch() {
        for (String garbage : List.of("<html>", "{}", "[1]", "{\"data\": 3}", "{\"data\": [{\"embedding\": \"x\"}]}", "{\"data\": [null]}", "")) {
            server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 200, garbage));

            assertThatThrownBy(() -> embedder.embedQuery("x")).as(garbage).isInstanceOf(EmbeddingException.class).hasMessageContaining(" answered ");
        }
    }

    @Test
    void tooFewVectorsAreRefused() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 200, EmbeddingServer.answer(List.of(new float[512])).toString()));

        assertThatThrownBy(() -> embedder.embedPassages(List.of("a", "b"))).isInstanceOf(EmbeddingException.class).hasMessageContaining("answered 1 vectors for 2 texts");
    }

    @Test
    void otherDimensionsThanTheSettingSaysAreRefused() {
        assertThatThrownBy(() -> embedder(1_536, Duration.ofSeconds(20)).embedQuery("x")).isInstanceOf(EmbeddingException.class)
                .hasMessageContaining("vectors of 512 dimensions, caravan.embedding.dimensions says 1536");
    }

    @Test
    void tooManyRequestsAreTriedAgainForPassages() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        server.behaves((exchange, body) -> {
            if (requests.incrementAndGet() < 3) {
                EmbeddingServer.send(exchange, 429, "{\"error\": {\"message\": \"slow down\"}}");
            } else {
                server.embed(exchange, body);
            }
        });

        assertThat(embedder.embedPassages(List.of("a"))).hasSize(1);
        assertThat(requests).hasValue(3);
    }

    @Test
    void tooManyRequestsForTooLongAreToldAsSuch() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 429, "{\"error\": {\"message\": \"slow down\"}}"));

        assertThatThrownBy(() -> embedder.embedPassages(List.of("a"))).isInstanceOf(EmbeddingException.class).hasMessageContaining("HTTP 429 (too many requests)").hasMessageContaining("slow down");
    }

    @Test
    void theKeyIsInNoMessage() {
        server.behaves((exchange, body) -> EmbeddingServer.send(exchange, 401, "{\"error\": \"Incorrect API key provided: " + key(exchange) + "\"}"));

        assertThatThrownBy(() -> embedder.embedQuery("x")).isInstanceOf(EmbeddingException.class).hasMessageContaining("HTTP 401 (check caravan.embedding.api-key)")
                .hasMessageNotContaining(KEY);
        assertThat(new EmbeddingProperties(EmbeddingProperties.Kind.OPENAI, server.url(), "m", KEY, 1, Duration.ofSeconds(1), 1, 1).toString()).doesNotContain(KEY);
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        server.behaves((exchange, body) -> {
            asked.countDown();
            new CountDownLatch(1).await();
        });
        CountDownLatch ended = new CountDownLatch(1);
        Thread caller = new Thread(() -> {
            try {
                embedder.embedPassages(Collections.nCopies(100, "x"));
            } catch (InterruptedException e) {
                ended.countDown();
            }
        });
        caller.start();
        asked.await();
        caller.interrupt();

        ended.await();
        assertThat(ended.getCount()).isZero();
    }

    private static String key(HttpExchange exchange) {
        return exchange.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    }
}
