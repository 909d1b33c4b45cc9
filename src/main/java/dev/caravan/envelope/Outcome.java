package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The outcome of a call before it is written in a family's shape. */
public sealed interface Outcome {

    /** @param data body of the route as JSON; a null body is JSON null */
    record Success(JsonNode data) implements Outcome {
    }

    /** @param detail a JSON object, possibly empty */
    record Failure(ErrorCode code, Text message, ObjectNode detail) implements Outcome {
    }

    default boolean failed() {
        return this instanceof Failure;
    }

    /** Returns {@code OK} or the name of the error code, for audit and metrics. */
    default String label() {
        return this instanceof Failure failure ? failure.code().name() : "OK";
    }
}
