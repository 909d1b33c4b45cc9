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
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A quantized model from the class path that runs on the CPU. One text keeps one processor busy: libraries that split each text over all processors
 * lose more time in waiting than they gain.
 */
final class OnnxModel extends AbstractInProcessEmbeddingModel implements AutoCloseable {

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
    public void close() throws OrtException {
        open.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                session.close();
            }
        } finally {
            open.writeLock().unlock();
        }
    }
}
