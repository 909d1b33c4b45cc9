package dev.caravan.intelligence.files;

/**
 * A piece of a file, for embedding and search.
 *
 * @param path      of the file, relative to the workspace
 * @param firstLine 1-based
 * @param lastLine  inclusive
 * @param symbolId  of the definition that it is of; empty if there is none
 * @param title     where and what it is, in words
 * @param text      the file's lines from the first to the last, with {@code \n} between them. Of a type they are not all: of its members
 *                  it has the signatures alone, and the lines outside of all definitions leave those out. Of a line that is too long for
 *                  one chunk it is a part
 */
public record CodeChunk(String path, int firstLine, int lastLine, String symbolId, String title, String text) {
}
