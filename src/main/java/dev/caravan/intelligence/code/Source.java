package dev.caravan.intelligence.code;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A text in UTF-8. Its positions count bytes. */
record Source(byte[] utf8, int[] lineStarts) {

    static Source of(byte[] utf8) throws SourceParser.UnparsableException {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
        } catch (CharacterCodingException e) {
            throw new SourceParser.UnparsableException("the text is not UTF-8");
        }
        return new Source(utf8, IntStream.rangeClosed(0, utf8.length).filter(i -> i == 0 || utf8[i - 1] == '\n').toArray());
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

    /**
     * Returns the offset of a character in a line, both from 0; negative if there is none.
     *
     * @param units of a character of 1 to 4 bytes
     */
    int offset(int line, int character, IntUnaryOperator units) {
        if (line < 0 || line >= lineStarts.length) {
            return -1;
        }
        int end = line + 1 < lineStarts.length ? lineStarts[line + 1] : utf8.length;
        int at = lineStarts[line];
        int left = character;
        while (left > 0 && at < end) {
            int first = utf8[at] & 0xFF;
            int size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
            left -= units.applyAsInt(size);
            at += size;
        }
        return left == 0 ? at : -1;
    }

    /** Whether a part is not within a longer name. */
    boolean isWhole(int start, int end) {
        return (start == 0 || start == length() || !isOfName(start - 1) || !isOfName(start))
                && (end == 0 || end == length() || !isOfName(end - 1) || !isOfName(end));
    }

    private boolean isOfName(int at) {
        return utf8[at] < 0 || utf8[at] == '_' || Character.isLetterOrDigit(utf8[at]);
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

    /** Whether nothing else is in the lines of this part. */
    boolean isAlone(int start, int end) {
        int last = line(Math.max(start, end - 1));
        return text(lineStarts[line(start) - 1], start).isBlank()
                && text(Math.min(end, length()), last < lineStarts.length ? Math.max(end, lineStarts[last]) : length()).isBlank();
    }

    /** Returns the number of <code>${</code>, which opens an expression in a string. */
    long templates() {
        return IntStream.range(1, utf8.length).filter(i -> utf8[i] == '{' && utf8[i - 1] == '$').count();
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
