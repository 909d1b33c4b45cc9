package dev.caravan.intelligence;

import dev.caravan.intelligence.index.StoredChunk;
import java.util.Map;

/**
 * Where calls lead from what was found by text.
 *
 * @param chunks {piece of a file: how many calls away}, best first
 * @param graph  whose calls; null if none were followed
 * @param depth  how far
 * @param late   whether there were more calls than could be followed in the time
 */
record FollowedCalls(Map<StoredChunk, Integer> chunks, Graphs graph, int depth, boolean late) {

    static final FollowedCalls NONE = new FollowedCalls(Map.of(), null, 0, false);

    boolean byCkb() {
        return graph == Graphs.CKB;
    }
}
