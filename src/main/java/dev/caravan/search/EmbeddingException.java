package dev.caravan.search;

/** No vector could be had; the message tells operators why, and holds no secret. */
public final class EmbeddingException extends RuntimeException {

    EmbeddingException(String message, Throwable cause) {
        super(message, cause);
    }
}
