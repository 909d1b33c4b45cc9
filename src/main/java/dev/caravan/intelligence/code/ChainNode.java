package dev.caravan.intelligence.code;

import java.util.List;

/**
 * A definition in a call chain.
 *
 * @param line    of the definition, 1-based
 * @param depth   how many calls from the start
 * @param callers what calls it, by path and line of the call; empty where the chain does not go that way
 * @param callees what it calls, by line of the call; empty where the chain does not go that way
 * @param cycle   whether it stands on the way from the start to here already; then it is not followed again
 */
public record ChainNode(String symbolId, String path, int line, int depth, List<ChainNode> callers, List<ChainNode> callees, boolean cycle) {
}
