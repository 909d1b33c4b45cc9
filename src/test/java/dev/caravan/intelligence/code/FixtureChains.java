package dev.caravan.intelligence.code;

import java.nio.file.Path;
import java.util.Optional;

/** Call chains of one of the projects in {@code src/test/resources/intelligence/chains}. */
final class FixtureChains {

    private final MemoryCodeGraph graph;
    private final CallChains chains = new CallChains();

    FixtureChains(String project) {
        this.graph = MemoryCodeGraph.of(Path.of("src/test/resources/intelligence/chains", project));
    }

    Optional<CallChains.Chain> chain(String symbol, CallChains.Direction direction, int depth) {
        return chains.chain(graph, symbol, direction, depth, 200);
    }

    String text(String symbol, CallChains.Direction direction, int depth) {
        return ChainText.of(chain(symbol, direction, depth).orElseThrow());
    }

    MemoryCodeGraph graph() {
        return graph;
    }
}
