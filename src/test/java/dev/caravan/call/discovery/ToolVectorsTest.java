package dev.caravan.call.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.retrieval.Embedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

/** Questions are embedded by several threads. Questions that are too many, or that nobody waits for, are not embedded. */
class ToolVectorsTest {

    private static final int SIZE = Runtime.getRuntime().availableProcessors();

    private final AtomicInteger embedded = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);
    private final Embedder waiting = new Embedder() {

        @Override
        public String model() {
            return "waiting";
        }

        @Override
        public int dimensions() {
            return 1;
        }

        @Override
        public List<float[]> embedPassages(List<String> texts) {
            return texts.stream().map(text -> new float[1]).toList();
        }

        @Override
        public float[] embedQuery(String query) {
            throw new IllegalStateException("tools are described in texts as short as a question");
        }

        @Override
        public float[] embedShort(String text) throws InterruptedException {
            embedded.incrementAndGet();
            open.await();
            return new float[1];
        }
    };

    private static float[] ask(ToolVectors vectors, String question) {
        try {
            return vectors.ofQuestion(question);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void slowModelHasAShortQueue() throws Exception {
        ExecutorService askers = Executors.newCachedThreadPool();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.start();
            ToolVectors vectors = new ToolVectors(context, waiting, Duration.ofSeconds(5));
            List<CompletableFuture<float[]>> asked = new ArrayList<>();
            for (int i = 0; i < 5 * SIZE; i++) {
                String question = "question " + i;
                asked.add(CompletableFuture.supplyAsync(() -> ask(vectors, question), askers));
            }

            await().until(() -> embedded.get() == SIZE);
            await("the others find a full queue").until(() -> asked.stream().filter(CompletableFuture::isDone).count() == 2 * SIZE);
            assertThat(asked).allSatisfy(vector -> assertThat(vector.join()).isNull());
            open.countDown();
            await().until(() -> Objects.nonNull(ask(vectors, "one more")));
            assertThat(embedded).as("queued questions that nobody waited for").hasValue(SIZE + 1);
        } finally {
            open.countDown();
            askers.shutdownNow();
        }
    }
}
