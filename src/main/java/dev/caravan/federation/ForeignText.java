package dev.caravan.federation;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Texts that upstream servers send: without control characters, and not longer than a client should have to read. */
final class ForeignText {

    static final int LONGEST_TITLE = 200;
    static final int LONGEST_DESCRIPTION = 10_000;

    private ForeignText() {
    }

    /** Leaves out a member without text. */
    static void put(ObjectNode definition, String member, String text, int longest) {
        if (text != null && !text.isBlank()) {
            definition.put(member, clean(text, longest));
        }
    }

    private static String clean(String text, int longest) {
        String clean = text.replaceAll("[\\p{Cc}\\p{Cs}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}&&[^\\n\\t]]", "").strip();
        int points = clean.codePointCount(0, clean.length());
        return points <= longest ? clean : clean.substring(0, clean.offsetByCodePoints(0, longest)) + "…";
    }
}
