package dev.caravan.intelligence.code;

import java.nio.file.Path;
import java.util.Optional;

/** Call chains of one of the projects in {@code src/test/resources/intelligence/chains}. */
final class FixtureChains {

    private final MemoryCodeGraph graph;
    private final ChainSearch chains = new ChainSearch();

    FixtureChains(String project) {
        this.graph = MemoryCodeGraph.of(Path.of("src/test/resources/intelligence/chains", project));
    }

    Optional<ChainSearch.Chain> chain(String symbol, ChainSearch.Direction direction, int depth) {
        return chains.chain(graph, symbol, direction, depth, 200);
    }

    String text(String symbol, ChainSearch.Direction direction, int depth) {
        return ChainText.of(chain(symbol, direction, depth).orElseThrow());
    }

    MemoryCodeGraph graph() {
        return graph;
    }
}
