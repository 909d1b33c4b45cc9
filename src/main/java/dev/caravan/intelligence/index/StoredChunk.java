package dev.caravan.intelligence.index;

/**
 * A piece of a file, as the index has it.
 *
 * @param path      relative to the workspace, with {@code /}
 * @param firstLine from 1
 * @param lastLine  from 1, inclusive
 * @param symbol    id of its definition; empty if it has none
 */
public record StoredChunk(String path, int firstLine, int lastLine, String symbol) {

    /** Returns an id that is unique in its workspace, except for pieces of one line. */
    public String id() {
        return path + ":" + firstLine + "-" + lastLine;
    }
}
