package dev.caravan.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Finds the line of a value in a JSON or YAML document, for messages to operators. */
public final class ValueLine {

    private ValueLine() {
    }

    /**
     * Reads up to the value at this place, and returns its line, from 1. For a missing value, returns the line where its nearest parent
     * ends.
     *
     * @param parser at the start of the document
     */
    public static int of(JsonParser parser, JsonPointer place) throws IOException {
        parser.nextToken();
        JsonPointer rest = place;
        while (!rest.matches() && enter(parser, rest)) {
            rest = rest.tail();
        }
        return parser.currentTokenLocation().getLineNr();
    }

    /** Moves the parser to the member or item. Returns false, with the parser at the end of the value, if it is missing. */
    private static boolean enter(JsonParser parser, JsonPointer step) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = step.matchesProperty(parser.currentName());
                parser.nextToken();
                if (found) {
                    return true;
                }
                parser.skipChildren();
            }
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                if (step.matchesElement(i)) {
                    return true;
                }
                parser.skipChildren();
            }
        }
        return false;
    }
}
