package dev.caravan.routes;

/**
 * The exchange's exception for an {@link Error} that a step threw. Error handling for {@code java.lang.Exception} catches it. A route that
 * must handle errors separately catches this class. It has no stack trace of its own.
 */
public final class StepError extends RuntimeException {

    /** Stands for any error when there is no memory for a new exception. */
    private static final StepError OUT_OF_MEMORY = new StepError("A step threw an error, and no memory was left to say which", null);

    private StepError(String message, Throwable thrown) {
        super(message, thrown, false, false);
    }

    /** Returns the exception itself, or an exception with the error as its cause. Throws nothing. */
    static Exception of(Throwable thrown) {
        if (thrown instanceof Exception exception) {
            return exception;
        }
        try {
            return new StepError("A step threw " + thrown, thrown);
        } catch (Throwable second) {
            return OUT_OF_MEMORY;
        }
    }
}
