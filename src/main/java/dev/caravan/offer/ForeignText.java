package dev.caravan.offer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/** Cleans texts that others wrote: removes control characters and limits the length, in code points. */
public final class ForeignText {

    public static final int LONGEST_TITLE = 200;
    public static final int LONGEST_DESCRIPTION = 10_000;

    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Cs}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}&&[^\\n\\t]]");

    private ForeignText() {
    }

    /**
     * Puts the cleaned text into the definition. Omits the member if the text is blank.
     *
     * @param longest maximum number of code points
     */
    public static void put(ObjectNode definition, String member, String text, int longest) {
        if (text != null && !text.isBlank()) {
            definition.put(member, clean(text, longest));
        }
    }

    /** Returns the text without control characters, except for line feeds and tabs. */
    public static String withoutControls(String text) {
        return CONTROLS.matcher(text).replaceAll("");
    }

    /**
     * Returns the cleaned text.
     *
     * @param longest maximum number of code points
     */
    public static String clean(String text, int longest) {
        String clean = withoutControls(text).strip();
        int points = clean.codePointCount(0, clean.length());
        return points <= longest ? clean : clean.substring(0, clean.offsetByCodePoints(0, longest)) + "…";
    }
}
