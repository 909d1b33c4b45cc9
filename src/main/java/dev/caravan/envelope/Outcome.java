package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What became of a call, before it has a shape. */
public sealed interface Outcome {

    /** @param data what the route left as body, as JSON; a null body is JSON null */
    record Success(JsonNode data) implements Outcome {
    }

    /** @param detail a JSON object, empty if there is no more to say */
    record Failure(ErrorCode code, Text message, ObjectNode detail) implements Outcome {
    }

    default boolean failed() {
        return this instanceof Failure;
    }

    /** {@code OK}, or the error code's name; for audit and metrics. */
    default String label() {
        return this instanceof Failure failure ? failure.code().name() : "OK";
    }
}
