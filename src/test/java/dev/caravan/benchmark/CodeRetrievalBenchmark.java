package dev.caravan.benchmark;

import dev.caravan.intelligence.CodeRetrieval;
import dev.caravan.intelligence.CodeRetrieval.By;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.nio.file.Path;
import java.util.List;

/** Prints at which place the right file is for 25 questions about this repository: by words, by meaning, and by all that is fused. */
public final class CodeRetrievalBenchmark {

    private CodeRetrievalBenchmark() {
    }

    public static void main(String[] arguments) throws Exception {
        try (CodeGateway gateway = new CodeGateway("retrieval" + System.nanoTime(), Path.of(""), new LocalEmbedder(LocalModel.ENGLISH, 32, 2), List.of("code-questions.json"))) {
            IndexState state = gateway.built();
            System.out.printf("%s: %d files, %d chunks, %d symbols, %d calls, %.1f s%n", state.phase(), state.files(), state.chunks(), state.symbols(), state.calls(), state.durationMs() / 1000.0);
            CodeRetrieval retrieval = CodeRetrieval.measured(gateway);
            System.out.println("words meaning fused");
            retrieval.lines().forEach(System.out::println);
            try (Table table = Table.of("ci_graph_rag on this repository: how often the right file is found, 25 questions", "by", "in the first", "in the first 5", "in the first 10", "mean rec. rank")) {
                for (By by : By.values()) {
                    table.row(by, retrieval.hitAt(1, by), retrieval.hitAt(5, by), retrieval.hitAt(10, by), retrieval.meanReciprocalRank(by));
                }
                table.note("Aim: in the first 5 for at least 0.80, better than by words alone. %d files, %d chunks.", state.files(), state.chunks());
            }
            gateway.builds.clear(gateway.workspace);
        }
        System.exit(0);
    }
}
