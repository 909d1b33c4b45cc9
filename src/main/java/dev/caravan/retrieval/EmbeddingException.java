package dev.caravan.retrieval;

/** No vector could be had; the message tells operators why, and holds no secret. */
public final class EmbeddingException extends RuntimeException {

    public EmbeddingException(String message, Throwable cause) {
        super(message, cause);
    }
}
