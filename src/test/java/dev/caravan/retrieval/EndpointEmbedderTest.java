package dev.caravan.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The embedder sends texts to its endpoint in batches, tries again when told to wait, and ends when interrupted. */
class EndpointEmbedderTest extends EmbeddingEndpointTest {

    @Test
    void vectorsEqualThoseOfTheModel() throws Exception {
        float[] here = model.embedPassages(List.of("退货政策")).get(0);
        float[] there = embedder.embedQuery("退货政策");

        for (int i = 0; i < 512; i++) {
            assertThat(there[i]).isCloseTo(here[i], within(1e-6f));
        }
        assertThat(server.authorizations).containsOnly("Bearer " + KEY);
        assertThat(embedder.model()).isEqualTo("m");
    }

    @Test
    void manyTextsAreSentInBatchesInOrder() throws Exception {
        List<String> texts = List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine");

        List<float[]> vectors = embedder.embedPassages(texts);

        assertThat(server.batches).containsExactly(4, 4, 1);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(Vector.dot(vectors.get(i), model.embedPassages(List.of(texts.get(i))).get(0))).isCloseTo(1, within(1e-4f));
        }
    }

    @Test
    void passagesAreRetriedAfterTooManyRequests() throws Exception {
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
    void interruptEndsTheCall() throws Exception {
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
}
