package dev.caravan.intelligence.index;

/**
 * A piece of a file, as it is in the index.
 *
 * @param path      relative to the workspace, with {@code /}
 * @param firstLine 1-based
 * @param lastLine  inclusive
 * @param symbol    id of the definition that it is of; empty if it is of none
 */
public record StoredChunk(String path, int firstLine, int lastLine, String symbol) {

    /** Unique in its workspace, but for pieces of one line. */
    public String id() {
        return path + ":" + firstLine + "-" + lastLine;
    }
}
