package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A definition in a call chain.
 *
 * @param line    of the definition, from 1
 * @param depth   number of calls from the start
 * @param callers definitions that call it, by path and line of the call; empty if the chain does not follow callers
 * @param callees definitions that it calls, by line of the call; empty if the chain does not follow callees
 * @param cycle   whether the path from the start already contains it; then the chain does not follow it again
 * @param certain whether the calling file itself says that the call means this definition; true for the start
 * @param candidates number of definitions that the call may mean
 */
public record ChainNode(String symbolId, String path, int line, int depth, List<ChainNode> callers, List<ChainNode> callees, boolean cycle,
        boolean certain, int candidates) {
}
