package dev.caravan.mcp.input;

/** Reports that the client gave no input. */
public final class InputException extends Exception {

    /** Why there is no input. */
    public enum Reason {
        /** The client doesn't declare this kind of input, or the transport can't ask it. */
        UNSUPPORTED,
        /** The client has left, or the call has ended. */
        GONE,
        /** The client has cancelled its request. */
        CANCELLED,
        /** The client answered with an error. */
        REFUSED,
        /** The answer doesn't fit the question. */
        UNFIT
    }

    private final Reason reason;
    private final String subject;

    /**
     * Creates the exception.
     *
     * @param subject missing capability, or the client's error
     */
    InputException(Reason reason, String subject) {
        super(reason + ": " + subject, null, false, false);
        this.reason = reason;
        this.subject = subject;
    }

    /** Returns why there is no input. */
    public Reason reason() {
        return reason;
    }

    /** Returns the missing capability, or the client's error. */
    public String subject() {
        return subject;
    }
}
