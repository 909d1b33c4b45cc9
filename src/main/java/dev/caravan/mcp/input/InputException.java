package dev.caravan.mcp.input;

/** The client's input can't be had. */
public final class InputException extends Exception {

    /** Why not. */
    public enum Reason {
        /** The client doesn't declare that it can be asked so, or there is no way to ask it. */
        UNSUPPORTED,
        /** The client has left, or the call has ended. */
        GONE,
        /** The client has cancelled its request. */
        CANCELLED,
        /** The client answered with an error. */
        REFUSED,
        /** What the client answered is no answer to the question. */
        UNFIT
    }

    private final Reason reason;
    private final String subject;

    /** @param subject the capability that is missing, or what the client said */
    InputException(Reason reason, String subject) {
        super(reason + ": " + subject, null, false, false);
        this.reason = reason;
        this.subject = subject;
    }

    public Reason reason() {
        return reason;
    }

    public String subject() {
        return subject;
    }
}
