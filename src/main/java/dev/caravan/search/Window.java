package dev.caravan.search;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A window of code points of a text, with the quality of each place for a cut: from none inside a grapheme to best at the end of a
 * paragraph. Offsets count UTF-16 units of the text.
 */
final class Window {

    private static final int NONE = 0;
    private static final int GRAPHEME = 1;
    private static final int WORD = 2;
    private static final int SENTENCE = 3;
    private static final int PARAGRAPH = 4;

    private static final Pattern ANY_GRAPHEME = Pattern.compile("\\X");
    private static final String STOPS = ".!?";
    private static final String WIDE_STOPS = "。！？；｡．…";
    private static final String PAUSES = "，、：,;:";
    private static final String CLOSERS = "\"')]}”’」』）】》〉";

    private final String text;
    private final int start;
    private final int limit;
    /** Indexed by offset from the start. */
    private final byte[] quality;

    Window(String text, int start, int codePoints) {
        this.text = text;
        this.start = start;
        this.limit = forward(start, codePoints);
        this.quality = new byte[limit - start + 1];
        Matcher graphemes = ANY_GRAPHEME.matcher(text).region(start, Math.min(text.length(), limit + 64)).useTransparentBounds(true);
        while (graphemes.find() && graphemes.end() <= limit) {
            quality[graphemes.end() - start] = (byte) qualityAt(graphemes.end());
        }
    }

    /** Returns the end of a chunk that begins with the window; at least {@code least} code points long if possible. */
    int end(int least) {
        if (limit == text.length()) {
            return limit;
        }
        int best = start;
        int from = forward(start, least);
        for (int at = limit; at >= from; at--) {
            if (quality[at - start] > quality[best - start]) {
                best = at;
            }
        }
        for (int at = from; best == start && at > start; at--) {
            best = quality[at - start] == NONE ? start : at;
        }
        return best == start ? limit : best;
    }

    /**
     * Returns the start of the chunk after one that ends at {@code end}: up to {@code overlap} code points before, at the start of a
     * sentence if possible.
     */
    int restart(int end, int overlap) {
        int earliest = back(end, overlap);
        if (earliest <= start) {
            return end;
        }
        for (int wanted = SENTENCE; wanted >= GRAPHEME; wanted--) {
            int late = wanted == SENTENCE ? back(end, overlap / 2) + 1 : end;
            for (int at = earliest; at < late; at++) {
                if (quality[at - start] >= wanted) {
                    return at;
                }
            }
        }
        return end;
    }

    private int forward(int from, int codePoints) {
        int at = from;
        for (int i = 0; i < codePoints && at < text.length(); i++) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }

    private int back(int from, int codePoints) {
        int at = from;
        for (int i = 0; i < codePoints && at > start; i++) {
            at -= Character.charCount(text.codePointBefore(at));
        }
        return at;
    }

    private int qualityAt(int at) {
        int before = text.codePointBefore(at);
        if (isLineEnd(before)) {
            return isLineEnd(beforeSpaces(at - 1)) || before == '\u2029' ? PARAGRAPH : SENTENCE;
        }
        int spoken = beforeClosers(at);
        if (WIDE_STOPS.indexOf(spoken) >= 0) {
            return at < text.length() && CLOSERS.indexOf(text.codePointAt(at)) >= 0 ? WORD : SENTENCE;
        }
        if (isSpace(before)) {
            return STOPS.indexOf(beforeClosers(trimmed(at))) >= 0 ? SENTENCE : WORD;
        }
        boolean ideographs = Character.isIdeographic(before) && (at == text.length() || Character.isIdeographic(text.codePointAt(at)));
        return ideographs || PAUSES.indexOf(before) >= 0 && before > 0x7f ? WORD : GRAPHEME;
    }

    /** Returns the code point before the closing quotes and brackets that end at {@code at}. */
    private int beforeClosers(int at) {
        int end = at;
        while (end > start && CLOSERS.indexOf(text.codePointBefore(end)) >= 0) {
            end = text.offsetByCodePoints(end, -1);
        }
        return end > start ? text.codePointBefore(end) : 0;
    }

    /** Returns the code point before the spaces that end at {@code at}; line ends are not spaces here. */
    private int beforeSpaces(int at) {
        int end = at;
        while (end > start && isSpace(text.codePointBefore(end)) && !isLineEnd(text.codePointBefore(end))
                || end > start && text.charAt(end - 1) == '\r') {
            end--;
        }
        return end > start ? text.codePointBefore(end) : 0;
    }

    private int trimmed(int at) {
        int end = at;
        while (end > start && isSpace(text.codePointBefore(end))) {
            end--;
        }
        return end;
    }

    private static boolean isLineEnd(int codePoint) {
        return codePoint == '\n' || codePoint == '\r' || codePoint == '\u2028' || codePoint == '\u2029' || codePoint == '\u0085';
    }

    /** Whether it is white space of any kind, no-break spaces included. */
    static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }
}
