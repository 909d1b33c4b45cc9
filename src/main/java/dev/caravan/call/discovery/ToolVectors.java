package dev.caravan.call.discovery;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The vectors of tools and questions by one model, in memory. A search waits a moment for the vectors of its tools and its question, so
 * that the first answers after a start are as good as later ones. Tools whose vectors are not ready by then are ranked by words alone.
 */
class ToolVectors {

    private static final Logger LOG = LoggerFactory.getLogger(ToolVectors.class);
    /** About 2 KB each with the local model. */
    private static final int MOST_TOOLS = 10_000;
    private static final int MOST_QUESTIONS = 1_000;
    private static final int BATCH = 16;
    /** The parts of a call's timeout in which vectors must be ready. A quiet machine loads a model and embeds 100 tools in a second. */
    private static final double SHARE_OF_TOOLS = 0.5;
    private static final double SHARE_OF_QUESTION = 0.3;
    /** Time after a failure in which the model is not asked. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(30);

    private final Embedder embedder;
    private final Duration timeout;
    private final ExecutorService queries;
    private final AsyncCache<String, float[]> tools;
    private final Cache<String, float[]> questions = Caffeine.newBuilder().maximumSize(MOST_QUESTIONS).build();
    private final AtomicLong failed = new AtomicLong(System.nanoTime() - PAUSE);

    /** @param timeout of a call */
    ToolVectors(CamelContext context, Embedder embedder, Duration timeout) {
        this.embedder = embedder;
        this.timeout = timeout;
        this.tools = Caffeine.newBuilder().maximumSize(MOST_TOOLS)
                .executor(context.getExecutorServiceManager().newSingleThreadExecutor(this, "tool-passages")).buildAsync();
        int size = Runtime.getRuntime().availableProcessors();
        this.queries = context.getExecutorServiceManager()
                .newThreadPool(this, "tool-questions", new ThreadPoolProfileBuilder("tool-questions")
                .poolSize(size).maxPoolSize(size).maxQueueSize(2 * size).rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build());
    }

    /** Returns the vectors of the texts, in their order; null where one is not ready in time. */
    float[][] of(List<String> texts) throws InterruptedException {
        Map<String, float[]> known = tools.synchronous().getAllPresent(texts);
        List<String> missing = texts.stream().filter(text -> !known.containsKey(text)).toList();
        if (missing.isEmpty() || isPaused()) {
            return texts.stream().map(known::get).toArray(float[][]::new);
        }
        List<CompletableFuture<?>> batches = new ArrayList<>();
        try {
            for (int from = 0; from < missing.size(); from += BATCH) {
                batches.add(tools.getAll(missing.subList(from, Math.min(from + BATCH, missing.size())), this::embed));
            }
            CompletableFuture.allOf(batches.toArray(CompletableFuture[]::new)).get(part(SHARE_OF_TOOLS), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | RejectedExecutionException e) {
            LOG.debug("Not all tools have vectors yet cause={}", e.toString());
        }
        Map<String, float[]> now = tools.synchronous().getAllPresent(texts);
        return texts.stream().map(now::get).toArray(float[][]::new);
    }

    /** Returns {text: vector}; nothing if the model fails. */
    private Map<String, float[]> embed(Set<? extends String> batch) {
        try {
            if (!isPaused()) {
                List<String> texts = List.copyOf(batch);
                Iterator<float[]> vectors = embedder.embedPassages(texts).iterator();
                return texts.stream().collect(Collectors.toMap(text -> text, text -> vectors.next()));
            }
        } catch (EmbeddingException e) {
            failed.set(System.nanoTime());
            LOG.warn("Tools are ranked by words alone, because the embedding model failed error={}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Map.of();
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
            return vector.get(part(SHARE_OF_QUESTION), TimeUnit.MILLISECONDS);
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

    private long part(double share) {
        return (long) (timeout.toMillis() * share);
    }

    private boolean isPaused() {
        return embedder.isOff() || System.nanoTime() - failed.get() < PAUSE;
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
