package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** Writes results in the shape of one family of tools. */
public interface Envelope {

    /**
     * Returns the outcome in this family's shape.
     *
     * @param meta   {@code {traceId, tookMs, truncated?, returned?, matches?, warnings?…}}
     * @param locale language of the message
     * @return a new node, which the caller may change
     */
    JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale);

    /** Returns the JSON Schema of {@link #wrap}'s result for data that fits {@code dataSchema}. */
    ObjectNode schema(ObjectNode dataSchema);

    /** Returns the list in {@code data} whose last items may be cut when the result is too large; null if there is none. */
    default ArrayNode list(JsonNode data) {
        if (data instanceof ArrayNode array) {
            return array;
        }
        for (JsonNode member : data) {
            if (member instanceof ArrayNode array) {
                return array;
            }
        }
        return null;
    }
}
