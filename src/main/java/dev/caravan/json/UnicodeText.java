package dev.caravan.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Checks that a JSON text contains only Unicode scalar values: strict UTF-8, and {@code \}{@code uXXXX} surrogates in pairs.
 *
 * <p>Jackson accepts unpaired surrogates of both kinds and fails when it writes them, long after the tool has run.
 */
final class UnicodeText {

    private static final char REPLACEMENT = '\uFFFD';

    private UnicodeText() {
    }

    static boolean isWellFormed(byte[] json) {
        return isUtf8(json) && surrogatesArePaired(json);
    }

    /** Returns the text with U+FFFD for each unpaired surrogate; null for null. */
    static String repaired(String text) {
        StringBuilder repaired = null;
        for (int i = 0; text != null && i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) {
                continue;
            }
            if (i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                i++;
                continue;
            }
            repaired = repaired == null ? new StringBuilder(text) : repaired;
            repaired.setCharAt(i, REPLACEMENT);
        }
        return repaired == null ? text : repaired.toString();
    }

    private static boolean isUtf8(byte[] json) {
        for (byte b : json) {
            if (b < 0) {
                try {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
                    return true;
                } catch (CharacterCodingException e) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean surrogatesArePaired(byte[] json) {
        for (int i = 0; i < json.length; i++) {
            if (json[i] != '\\') {
                continue;
            }
            int unit = escapedUnit(json, i);
            if (unit < 0 || !Character.isSurrogate((char) unit)) {
                i++;
            } else if (Character.isHighSurrogate((char) unit) && isLowSurrogate(escapedUnit(json, i + 6))) {
                i += 11;
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowSurrogate(int unit) {
        return unit >= 0 && Character.isLowSurrogate((char) unit);
    }

    /** Returns the UTF-16 unit of the escape at {@code from}, or -1 if there is none. */
    private static int escapedUnit(byte[] json, int from) {
        if (from + 5 >= json.length || json[from] != '\\' || json[from + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = from + 2; i < from + 6; i++) {
            int digit = Character.digit(json[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
