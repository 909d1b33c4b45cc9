package dev.caravan.search;

import dev.caravan.store.Sha256;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a string into chunks of at most 1,000 code points that overlap by at most 200, after a paragraph, else a sentence, else
 * a word where the second half of a chunk has such an end (contracts, section 5). Surrogate pairs stay whole, and so do
 * graphemes of up to 1,000 code points. Blank chunks are left out; after 500 chunks the rest of the value is.
 */
public final class Chunker {

    /** Goes up when the same string would be cut differently, so that what was cut before is cut again. */
    static final int VERSION = 1;
    static final int SIZE = 1_000;
    static final int OVERLAP = 200;
    static final int MOST = 500;

    private Chunker() {
    }

    public static Chunks cut(String value) {
        List<Chunk> cut = new ArrayList<>();
        int start = 0;
        int startPoint = 0;
        boolean whole = true;
        while (start < value.length()) {
            Window window = new Window(value, start, SIZE);
            int end = window.end(SIZE / 2);
            boolean blank = afterSpaces(value, start) >= end;
            if (!blank && cut.size() == MOST) {
                whole = false;
                break;
            }
            if (!blank) {
                int endPoint = startPoint + value.codePointCount(start, end);
                cut.add(new Chunk(cut.size(), 0, startPoint, endPoint, value.substring(start, end)));
            }
            int more = afterSpaces(value, end);
            if (more == value.length()) {
                break;
            }
            // a mark after a space belongs to it
            int next = blank ? Math.max(end, more - 1) : window.restart(end, OVERLAP);
            startPoint += value.codePointCount(start, next);
            start = next;
        }
        List<Chunk> counted = cut.stream().map(chunk -> new Chunk(chunk.index(), cut.size(), chunk.charStart(), chunk.charEnd(), chunk.text())).toList();
        return new Chunks(Sha256.hex(value), counted, whole);
    }

    private static int afterSpaces(String value, int from) {
        int at = from;
        while (at < value.length() && Window.isSpace(value.codePointAt(at))) {
            at += Character.charCount(value.codePointAt(at));
        }
        return at;
    }
}
