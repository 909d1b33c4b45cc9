package dev.caravan.intelligence.code;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text in UTF-8. Its positions count bytes. */
final class Source {

    private final byte[] utf8;
    private final int[] lineStarts;

    private Source(byte[] utf8) {
        this.utf8 = utf8;
        int[] starts = new int[64];
        int lines = 1;
        for (int i = 0; i < utf8.length; i++) {
            if (utf8[i] == '\n') {
                starts = lines == starts.length ? Arrays.copyOf(starts, 2 * lines) : starts;
                starts[lines++] = i + 1;
            }
        }
        this.lineStarts = Arrays.copyOf(starts, lines);
    }

    static Source of(byte[] utf8) throws SourceParser.UnparsableException {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
        } catch (CharacterCodingException e) {
            throw new SourceParser.UnparsableException("the text is not UTF-8");
        }
        return new Source(utf8);
    }

    int length() {
        return utf8.length;
    }

    String text(int start, int end) {
        return new String(utf8, start, end - start, StandardCharsets.UTF_8);
    }

    /** Returns the line at this offset, from 1. */
    int line(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int lines() {
        return lineStarts.length > 1 && lineStarts[lineStarts.length - 1] == utf8.length ? lineStarts.length - 1 : lineStarts.length;
    }

    /** Copies the bytes from {@code offset} on. Returns how many bytes it copied. */
    int read(int offset, byte[] target) {
        int length = Math.max(0, Math.min(target.length, utf8.length - offset));
        System.arraycopy(utf8, Math.min(offset, utf8.length), target, 0, length);
        return length;
    }

    /** Returns the number of <code>${</code>, which opens an expression in a string. */
    int templates() {
        int templates = 0;
        for (int i = 1; i < utf8.length; i++) {
            templates += utf8[i] == '{' && utf8[i - 1] == '$' ? 1 : 0;
        }
        return templates;
    }

    /**
     * Returns the largest number of open {@code <} within one statement. Parsers of languages with generics read {@code a<} in two ways
     * at once, which needs time and memory with the square of this number.
     */
    int deepestAngles() {
        int deepest = 0;
        int open = 0;
        for (byte b : utf8) {
            if (b == '<') {
                deepest = Math.max(deepest, ++open);
            } else if (b == '>') {
                open = Math.max(0, open - 1);
            } else if (b == ';' || b == '{' || b == '}') {
                open = 0;
            }
        }
        return deepest;
    }
}
