package dev.caravan.intelligence.files;

/**
 * A piece of a file, for embedding and search.
 *
 * @param path      of the file, relative to the workspace
 * @param firstLine from 1
 * @param lastLine  from 1, inclusive
 * @param symbolId  id of its definition; empty if it has none
 * @param title     position and content in words
 * @param text      the file's lines from the first to the last, separated by {@code }. A type's chunk has only the signatures of its
 * members. The                  chunk of lines outside of all definitions leaves these out. Of a line that is too long, it has a part
 */
public record CodeChunk(String path, int firstLine, int lastLine, String symbolId, String title, String text) {
}
