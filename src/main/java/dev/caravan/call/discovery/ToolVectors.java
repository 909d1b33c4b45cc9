package dev.caravan.call.discovery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of tools and questions by one model, in memory. New texts of tools are embedded in the background; until then, their tools
 * are ranked by words alone. A question waits a moment for its vector.
 */
class ToolVectors {

    private static final Logger LOG = LoggerFactory.getLogger(ToolVectors.class);
    /** About 2 KB each with the local model. */
    private static final int MOST_TOOLS = 10_000;
    private static final int MOST_QUESTIONS = 1_000;
    private static final int BATCH = 16;
    private static final long LONGEST_WAIT_MS = 1_500;
    /** Time after a failure in which the model is not asked. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(30);

    private final Embedder embedder;
    private final ExecutorService passages;
    private final ExecutorService queries;
    private final Cache<String, float[]> tools = Caffeine.newBuilder().maximumSize(MOST_TOOLS).build();
    private final Cache<String, float[]> questions = Caffeine.newBuilder().maximumSize(MOST_QUESTIONS).build();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicLong failed = new AtomicLong(System.nanoTime() - PAUSE);

    ToolVectors(CamelContext context, Embedder embedder) {
        this.embedder = embedder;
        this.passages = context.getExecutorServiceManager().newSingleThreadExecutor(this, "tool-passages");
        int size = Runtime.getRuntime().availableProcessors();
        this.queries = context.getExecutorServiceManager()
                .newThreadPool(this, "tool-questions", new ThreadPoolProfileBuilder("tool-questions")
                .poolSize(size).maxPoolSize(size).maxQueueSize(2 * size).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build());
    }

    /** Returns the vectors of the texts, in their order; null where one is not known yet. Starts to embed these. */
    float[][] of(List<String> texts) {
        Map<String, float[]> known = tools.getAllPresent(texts);
        if (!isPaused()) {
            List<String> missing = texts.stream().filter(text -> !known.containsKey(text) && waiting.add(text)).limit(MOST_TOOLS).toList();
            for (int from = 0; from < missing.size(); from += BATCH) {
                List<String> batch = missing.subList(from, Math.min(from + BATCH, missing.size()));
                passages.execute(() -> embed(batch));
            }
        }
        return texts.stream().map(known::get).toArray(float[][]::new);
    }

    private void embed(List<String> batch) {
        try {
            if (isPaused()) {
                return;
            }
            List<float[]> vectors = embedder.embedPassages(batch);
            for (int i = 0; i < batch.size(); i++) {
                tools.put(batch.get(i), vectors.get(i));
            }
        } catch (EmbeddingException e) {
            failed.set(System.nanoTime());
            LOG.warn("Tools are ranked by words alone, because the embedding model failed error={}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            batch.forEach(waiting::remove);
        }
    }

    /** Returns the vector of a question; null if the embedding model fails, takes too long, or has too many questions to embed. */
    float[] ofQuestion(String question) throws InterruptedException {
        float[] known = questions.getIfPresent(question);
        if (known != null || isPaused()) {
            return known;
        }
        CompletableFuture<float[]> vector = null;
        try {
            vector = CompletableFuture.supplyAsync(() -> embedQuestion(question), queries);
            return vector.get(LONGEST_WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            if (e instanceof ExecutionException) {
                failed.set(System.nanoTime());
            }
            LOG.warn("Search for tools ranks by words alone, because its question has no vector error={}", e.toString());
            return null;
        } finally {
            if (vector != null) {
                vector.cancel(false); // a question that is still queued and that nobody waits for is not embedded
            }
        }
    }

    private boolean isPaused() {
        return System.nanoTime() - failed.get() < PAUSE;
    }

    private float[] embedQuestion(String question) {
        try {
            float[] vector = embedder.embedShort(question);
            questions.put(question, vector);
            return vector;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddingException("interrupted", e);
        }
    }
}
