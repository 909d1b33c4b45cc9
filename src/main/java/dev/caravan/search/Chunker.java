package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Cuts a string into chunks of at most 1,000 code points that overlap by at most 200 (contracts, section 5). It cuts after a paragraph,
 * else a sentence, else a word, if one ends in the second half of the chunk. It never cuts surrogate pairs, nor graphemes of up to 1,000
 * code points. It leaves out blank chunks, and the rest of the value after 500 chunks.
 */
public final class Chunker {

    /** Increase it when the same string would be cut differently, so that existing chunks are cut again. */
    static final int VERSION = 2;
    static final int SIZE = 1_000;
    static final int OVERLAP = 200;
    static final int MOST = 500;

    private Chunker() {
    }

    /** Identifies how chunks are made: model, dimensions and the version of cutting. Each chunk records it. */
    static String make(Embedder embedder) {
        return embedder.make(String.valueOf(VERSION));
    }

    /** Cuts a string value into chunks. */
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
            // a combining mark after a space belongs to the space
            int next = blank ? Math.max(end, more - 1) : window.restart(end, OVERLAP);
            startPoint += value.codePointCount(start, next);
            start = next;
        }
        List<Chunk> counted = cut.stream().map(chunk -> new Chunk(chunk.index(), cut.size(), chunk.charStart(), chunk.charEnd(),
                chunk.text())).toList();
        return new Chunks(DigestUtils.sha256Hex(value), counted, whole);
    }

    private static int afterSpaces(String value, int from) {
        int at = from;
        while (at < value.length() && Window.isSpace(value.codePointAt(at))) {
            at += Character.charCount(value.codePointAt(at));
        }
        return at;
    }

    /**
     * A piece of a string value.
     *
     * @param index     position among the chunks of the value, from 0
     * @param total     number of chunks of the value
     * @param charStart start in the value, in code points
     * @param charEnd   end in the value, in code points, exclusive
     * @param text      the value's substring from charStart to charEnd
     */
    public record Chunk(int index, int total, int charStart, int charEnd, String text) {
    }
}
