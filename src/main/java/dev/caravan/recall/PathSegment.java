package dev.caravan.recall;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An id that goes into a path: not blank, and nothing that would lead elsewhere. */
public record PathSegment(String text) {

    private static final int LONGEST = 256;

    static PathSegment of(String field, String text) throws RecallException {
        if (text == null || text.isBlank()) {
            throw RecallException.invalid(field, "blank");
        }
        String stripped = text.strip();
        if (stripped.length() > LONGEST || stripped.matches("\\.{1,2}") || stripped.codePoints().anyMatch(Character::isISOControl)) {
            throw RecallException.invalid(field, "id", LONGEST);
        }
        return new PathSegment(stripped);
    }

    /** As it stands in a URL. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }
}
