package dev.caravan.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;

/** Parses JSON in an option of a route's {@code from}. */
public final class InlineJson {

    private static final ObjectMapper MAPPER = JsonMappers.written();

    private InlineJson() {
    }

    /** @throws IllegalArgumentException with the option's name, if the text is not a JSON object */
    public static ObjectNode object(String option, String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            if (json instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            // without the cause, because a rehearsal would show the cause's message instead of this one
            throw new IllegalArgumentException(option + " is not JSON at " + e.getLocation().getLineNr() + ":" + e.getLocation()
                    .getColumnNr() + ": " + e.getOriginalMessage());
        }
        throw new IllegalArgumentException(option + " must be a JSON object: " + ShownName.of(text, 80));
    }

    /** Returns the object, or null if the option is not set. */
    public static ObjectNode objectIfGiven(String option, String text) {
        return text == null || text.isBlank() ? null : object(option, text);
    }
}
