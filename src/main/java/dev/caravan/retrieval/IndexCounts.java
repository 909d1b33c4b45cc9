package dev.caravan.retrieval;

/**
 * Progress of an index.
 *
 * @param nodes   texts to index
 * @param chunks  chunks of these texts
 * @param indexed chunks that are already in the index
 */
public record IndexCounts(long nodes, long chunks, long indexed) {
}
