package dev.caravan.retrieval;

/** The embedding model failed. The message tells operators why, and contains no secret. */
public final class EmbeddingException extends RuntimeException {

    public EmbeddingException(String message, Throwable cause) {
        super(message, cause);
    }
}
