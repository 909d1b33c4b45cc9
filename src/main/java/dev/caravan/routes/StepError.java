package dev.caravan.routes;

/**
 * The {@link Error} that a step threw, as the exception of its exchange. Error handling by {@code java.lang.Exception} catches it; a route that
 * must tell it from other exceptions catches it by this name. Has no stack of its own.
 */
public final class StepError extends RuntimeException {

    /** Stands for an error when there is no memory to make an exception. */
    private static final StepError OUT_OF_MEMORY = new StepError("A step threw an error, and no memory was left to say which", null);

    private StepError(String message, Throwable thrown) {
        super(message, thrown, false, false);
    }

    /** The exception itself, or one that has the error as its cause. Throws nothing. */
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
