package dev.caravan.retrieval;

/**
 * How far an index is.
 *
 * @param nodes   texts that are to be indexed
 * @param chunks  that they are cut into
 * @param indexed of these, how many are in the index
 */
public record IndexCounts(long nodes, long chunks, long indexed) {
}
