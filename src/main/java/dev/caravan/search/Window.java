package dev.caravan.search;

import java.util.List;
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

    private static final Pattern ANY_GRAPHEME = Pattern.compile("\\X");
    private static final String CLOSER = "[\"')\\]}”’」』）】》〉]";
    /** What ends before a cut after a word, a sentence and a paragraph. */
    private static final List<Pattern> CUTS = List.of(
            Pattern.compile("[\\s\\p{Z}]+|\\p{IsIdeographic}(?=\\p{IsIdeographic})|[，、：]"),
            Pattern.compile("\\R|[。！？；｡．…]" + CLOSER + "*+(?!" + CLOSER + ")|[.!?]" + CLOSER + "*[\\s\\p{Z}]+"),
            Pattern.compile("\\R[\\s\\p{Z}]*\\R|\\u2029"));

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
            quality[graphemes.end() - start] = GRAPHEME;
        }
        for (int better = 0; better < CUTS.size(); better++) {
            Matcher cuts = CUTS.get(better).matcher(text).region(start, limit).useTransparentBounds(true);
            while (cuts.find()) {
                if (quality[cuts.end() - start] != NONE) {
                    quality[cuts.end() - start] = (byte) (WORD + better);
                }
            }
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

    /** Whether it is white space of any kind, no-break spaces included. */
    static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }
}
