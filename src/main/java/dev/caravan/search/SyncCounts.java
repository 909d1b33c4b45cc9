package dev.caravan.search;

import dev.caravan.retrieval.IndexCounts;

/**
 * How far a sync is, or was.
 *
 * @param nodes    strings in the data that aren't blank
 * @param chunks   of them, all in all
 * @param indexed  chunks that are in the index; as many as {@code chunks} when it is done
 * @param embedded texts that needed the model; all other chunks were there, or had the vector of an equal one
 * @param removed  chunks that were taken out
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
