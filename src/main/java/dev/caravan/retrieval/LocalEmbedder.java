package dev.caravan.retrieval;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.langchain4j.model.embedding.onnx.AbstractInProcessEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Embeds in this process, and loads the model at first use. Passages share a few threads, so that indexing leaves processors to calls.
 * The calling thread embeds a query itself and waits for nothing.
 */
public final class LocalEmbedder implements Embedder, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalEmbedder.class);

    private final LocalModel which;
    private final int batch;
    private final ExecutorService threads;
    private OnnxModel loaded;

    public LocalEmbedder(int batch, int threads) {
        this(LocalModel.CHINESE, batch, threads);
    }

    /**
     * @param batch   texts between two checks for interruption
     * @param threads that embed passages
     */
    public LocalEmbedder(LocalModel which, int batch, int threads) {
        this.which = which;
        this.batch = batch;
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "embedding");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public String model() {
        return which.id();
    }

    @Override
    public int dimensions() {
        return which.dimensions();
    }

    @Override
    public List<float[]> embedPassages(List<String> texts) throws InterruptedException {
        OnnxModel model = loaded();
        List<float[]> vectors = new ArrayList<>(texts.size());
        for (int from = 0; from < texts.size(); from += batch) {
            List<Callable<float[]>> work = new ArrayList<>();
            for (String text : texts.subList(from, Math.min(from + batch, texts.size()))) {
                work.add(() -> model.vector(text));
            }
            for (Future<float[]> vector : threads.invokeAll(work)) {
                vectors.add(result(vector));
            }
        }
        return vectors;
    }

    @Override
    public float[] embedQuery(String query) {
        return loaded().vector(which.queryInstruction() + query);
    }

    @Override
    public float[] embedShort(String text) {
        return loaded().vector(text);
    }

    private static float[] result(Future<float[]> vector) throws InterruptedException {
        try {
            return vector.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof EmbeddingException known) {
                throw known;
            }
            throw new EmbeddingException("The embedding model failed: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private synchronized OnnxModel loaded() {
        if (loaded == null) {
            long begin = System.nanoTime();
            try {
                loaded = new OnnxModel(which);
            } catch (RuntimeException | LinkageError e) {
                throw new EmbeddingException("The embedding model can't be loaded: " + e.getMessage()
                        + ". Its native libraries need a writable temporary directory; or set caravan.embedding.kind to openai, which "
                        + "needs none",
                        e);
            }
            LOG.info("Embedding model loaded model={} took={}ms", which.id(), (System.nanoTime() - begin) / 1_000_000);
        }
        return loaded;
    }

    @Override
    public synchronized void close() {
        threads.shutdownNow();
        if (loaded != null) {
            loaded.close();
        }
    }

    /**
     * A quantized model from the class path that runs on the CPU. One text keeps one processor busy: libraries that split each text over
     * all processors lose more time in waiting than they gain.
     */
    static final class OnnxModel extends AbstractInProcessEmbeddingModel implements AutoCloseable {

        /** Replaces text of which the tokenizer leaves nothing, such as zero-width spaces. */
        private static final String UNKNOWN = "[UNK]";

        private final OrtSession session;
        private final OnnxBertBiEncoder encoder;
        private final ReadWriteLock open = new ReentrantReadWriteLock();
        private boolean closed;

        OnnxModel(LocalModel which) {
            super(Runnable::run);
            // the tokenizer's library would ask Amazon's metadata service where it runs, and download files that its jar does not have
            System.setProperty("OPT_OUT_TRACKING", System.getProperty("OPT_OUT_TRACKING", "true"));
            System.setProperty("ai.djl.offline", System.getProperty("ai.djl.offline", "true"));
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                    InputStream model = resource(which, ".onnx"); InputStream tokenizer = resource(which, "-tokenizer.json")) {
                options.setIntraOpNumThreads(1);
                session = environment.createSession(model.readAllBytes(), options);
                encoder = new OnnxBertBiEncoder(environment, session, tokenizer, PoolingMode.CLS);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (OrtException e) {
                throw new IllegalStateException(e);
            }
        }

        private static InputStream resource(LocalModel which, String suffix) {
            return OnnxModel.class.getResourceAsStream("/" + which.id() + suffix);
        }

        @Override
        protected OnnxBertBiEncoder model() {
            return encoder;
        }

        float[] vector(String text) {
            open.readLock().lock();
            try {
                if (closed) {
                    throw new EmbeddingException("The embedding model is closed, since the gateway is stopping", null);
                }
                try {
                    return embed(text).content().vector();
                } catch (IllegalArgumentException e) {
                    return embed(UNKNOWN).content().vector();
                }
            } finally {
                open.readLock().unlock();
            }
        }

        /** Frees the model's memory when no thread uses it any more. */
        @Override
        public void close() {
            open.writeLock().lock();
            try {
                if (!closed) {
                    closed = true;
                    session.close();
                }
            } catch (OrtException e) {
                LOG.debug("Embedding model not freed", e);
            } finally {
                open.writeLock().unlock();
            }
        }
    }
}
