package dev.caravan.search;

import java.util.List;

/**
 * A string value, cut into chunks.
 *
 * @param contentHash SHA-256 of the whole value in UTF-8, in hexadecimal
 * @param chunks      in the value's order
 * @param whole       false if the value continues after the last chunk; that rest is not indexed
 */
public record Chunks(String contentHash, List<Chunker.Chunk> chunks, boolean whole) {
}
