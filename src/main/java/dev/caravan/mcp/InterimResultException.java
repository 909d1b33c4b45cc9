package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Ends a request with a result that the protocol defines and that is no error. */
public abstract class InterimResultException extends Exception {

    private final transient ObjectNode result;
    private final String label;

    /**
     * Creates the exception.
     *
     * @param label one word for the audit event
     */
    protected InterimResultException(String message, String label, ObjectNode result) {
        super(message, null, false, false);
        this.result = result;
        this.label = label;
    }

    /** Returns the result for the client. */
    public ObjectNode result() {
        return result;
    }

    /** Returns the word for the audit event. */
    public String label() {
        return label;
    }
}
