package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResult;

/** The request can't go on without the client's input; what it is answered with instead of its result. */
public final class InputRequiredException extends Exception implements InterimResult {

    private final transient ObjectNode result;

    /** @param result {@code {resultType:"input_required", inputRequests, requestState}} */
    InputRequiredException(ObjectNode result) {
        super("The client's input is required", null, false, false);
        this.result = result;
    }

    @Override
    public ObjectNode result() {
        return result;
    }

    @Override
    public String label() {
        return "INPUT_REQUIRED";
    }
}
