package dev.caravan.intelligence.code;

import java.util.List;

/**
 * The callers and callees of a definition, over several calls.
 *
 * @param matches   ids of all definitions that the name could mean, the chosen one first
 * @param truncated whether the chain reached its maximum number of nodes
 */
public record Chain(ChainNode start, List<String> matches, boolean truncated) {
}
