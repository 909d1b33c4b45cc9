package dev.caravan.intelligence.index;

/**
 * A chunk that a ranking found.
 *
 * @param score greater is better; comparable only within the ranking
 */
public record RankedChunk(StoredChunk chunk, double score) {
}
