package dev.caravan.intelligence.code;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
