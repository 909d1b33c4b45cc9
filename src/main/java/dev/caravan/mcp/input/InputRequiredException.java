package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;

/** The request can't go on without the client's input; what it is answered with instead of its result. */
public final class InputRequiredException extends InterimResultException {

    /** @param result {@code {resultType:"input_required", inputRequests, requestState}} */
    InputRequiredException(ObjectNode result) {
        super("The client's input is required", "INPUT_REQUIRED", result);
    }
}
