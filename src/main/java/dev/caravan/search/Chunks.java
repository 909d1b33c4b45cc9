package dev.caravan.search;

import java.util.List;

/**
 * A string value, cut.
 *
 * @param contentHash SHA-256 of the whole value, in UTF-8, as hex
 * @param chunks      in the value's order
 * @param whole       false if the value goes on after the last chunk, which is not indexed
 */
public record Chunks(String contentHash, List<Chunk> chunks, boolean whole) {
}
