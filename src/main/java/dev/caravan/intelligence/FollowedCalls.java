package dev.caravan.intelligence;

import dev.caravan.intelligence.index.StoredChunk;
import java.util.Map;

/**
 * The chunks that calls lead to from the results by text.
 *
 * @param chunks {chunk: distance in calls}, best first
 * @param graph  call graph that was followed; null for none
 * @param depth  maximum distance that was followed
 * @param late   whether following the calls took too long
 */
record FollowedCalls(Map<StoredChunk, Integer> chunks, Graphs graph, int depth, boolean late) {

    static final FollowedCalls NONE = new FollowedCalls(Map.of(), null, 0, false);

    boolean byCkb() {
        return graph == Graphs.CKB;
    }
}
