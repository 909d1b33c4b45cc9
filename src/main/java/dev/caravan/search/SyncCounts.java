package dev.caravan.search;

import dev.caravan.retrieval.IndexCounts;

/**
 * Progress or result of a sync.
 *
 * @param nodes    strings in the data that are not blank
 * @param chunks   chunks of these strings
 * @param indexed  chunks in the index; equal to {@code chunks} at the end
 * @param embedded texts that the model embedded; other chunks existed, or got the vector of an equal chunk
 * @param removed  deleted chunks
 * @param cut      strings with more than 500 chunks, whose rest is not indexed
 */
public record SyncCounts(int nodes, int chunks, int indexed, int embedded, int removed, int cut) {

    IndexCounts reached() {
        return new IndexCounts(nodes, chunks, indexed);
    }

    SyncCounts and(int moreIndexed, int moreEmbedded, int moreRemoved) {
        return new SyncCounts(nodes, chunks, indexed + moreIndexed, embedded + moreEmbedded, removed + moreRemoved, cut);
    }
}
