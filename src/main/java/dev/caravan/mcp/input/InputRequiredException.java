package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;

/** Ends a request that needs the client's input. The answer lists the questions. */
public final class InputRequiredException extends InterimResultException {

    /** @param result {@code {resultType:"input_required", inputRequests, requestState}} */
    InputRequiredException(ObjectNode result) {
        super("The client's input is required", "INPUT_REQUIRED", result);
    }
}
