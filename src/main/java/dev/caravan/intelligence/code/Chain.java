package dev.caravan.intelligence.code;

import java.util.List;

/**
 * Who calls a definition, and what it calls, over several calls.
 *
 * @param matches   ids of all definitions that the name could have meant, the one that was taken first
 * @param truncated whether there are more than it was allowed to have
 */
public record Chain(ChainNode start, List<String> matches, boolean truncated) {
}
