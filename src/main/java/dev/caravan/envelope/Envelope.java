package dev.caravan.envelope;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** The result shape of one family of tools. */
public interface Envelope {

    /**
     * The outcome in this family's shape.
     *
     * @param meta   {@code {traceId, tookMs, truncated?, returned?, matches?, warnings?…}}
     * @param locale the language of the message
     * @return a new node, safe to change
     */
    JsonNode wrap(Outcome outcome, ObjectNode meta, Locale locale);

    /** The JSON Schema of what {@link #wrap} makes of data that fits {@code dataSchema}. */
    ObjectNode schema(ObjectNode dataSchema);

    /** The list in {@code data} that may lose items from its end when the result is too large; null if there is none. */
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
