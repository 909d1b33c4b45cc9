package dev.caravan.intelligence.index;

/**
 * A piece of a file that a ranking found.
 *
 * @param score comparable within the ranking, greater is better
 */
public record RankedChunk(StoredChunk chunk, double score) {
}
