package dev.caravan.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;

/** JSON that stands in an option of a route's {@code from}. */
public final class InlineJson {

    private static final ObjectMapper MAPPER = JsonMappers.written();

    private InlineJson() {
    }

    /** @throws IllegalArgumentException naming the option, if the text is no JSON object */
    public static ObjectNode object(String option, String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            if (json instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            // without the cause, whose message a rehearsal would show instead of this one
            throw new IllegalArgumentException(option + " is not JSON: " + e.getOriginalMessage());
        }
        throw new IllegalArgumentException(option + " must be a JSON object: " + ShownName.of(text, 80));
    }

    /** The same, or null if the option isn't given. */
    public static ObjectNode objectIfGiven(String option, String text) {
        return text == null || text.isBlank() ? null : object(option, text);
    }
}
