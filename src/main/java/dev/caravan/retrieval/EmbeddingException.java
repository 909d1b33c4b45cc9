package dev.caravan.retrieval;

/** The embedding model failed. The message tells operators why, and contains no secret. */
public final class EmbeddingException extends RuntimeException {

    private final boolean passing;

    public EmbeddingException(String message, Throwable cause) {
        this(message, false, cause);
    }

    /** @param passing whether another attempt may succeed without a change by operators */
    EmbeddingException(String message, boolean passing, Throwable cause) {
        super(message, cause);
        this.passing = passing;
    }

    /** Returns whether another attempt may succeed without a change by operators, for example after an outage. */
    public boolean isPassing() {
        return passing;
    }
}
