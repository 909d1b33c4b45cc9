package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.CodeQuestions;
import dev.caravan.intelligence.CodeRetrieval;
import dev.caravan.intelligence.CodeRetrieval.By;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.intelligence.index.IndexState;
import dev.caravan.retrieval.LocalEmbedder;
import dev.caravan.retrieval.LocalModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Prints at which place the right file is for questions about the sources of jsoup: by words, by meaning, and by all that is fused. */
public final class CodeRetrievalBenchmark {

    private CodeRetrievalBenchmark() {
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Files.createTempDirectory("jsoup");
        CodeQuestions.unpack(root);
        try (CodeGateway gateway = new CodeGateway("retrieval" + System.nanoTime(), root, new LocalEmbedder(LocalModel.ENGLISH, 32, 2),
                List.of())) {
            IndexState state = gateway.built();
            System.out.printf("%s: %d files, %d chunks, %d symbols, %d calls, %.1f s%n", state.phase(), state.files(), state.chunks(),
                    state.symbols(), state.calls(),
                    state.durationMs() / 1000.0);
            ask(gateway, "questions about jsoup", CodeQuestions.all(), state);
            gateway.builds.clear(gateway.workspace);
        }
        System.exit(0);
    }

    private static void ask(CodeGateway gateway, String name, JsonNode asked, IndexState state) throws IOException, InterruptedException {
        CodeRetrieval retrieval = CodeRetrieval.measured(gateway, asked);
        System.out.println("words meaning fused, " + name);
        retrieval.lines().forEach(System.out::println);
        try (Table table = Table.of(
                "ci_graph_rag on the sources of jsoup: how often the right file is found, " + name + " (" + asked.size() + ")",
                "by", "in the first", "in the first 5", "in the first 10", "mean rec. rank")) {
            for (By by : By.values()) {
                table.row(by, retrieval.hitAt(1, by), retrieval.hitAt(5, by), retrieval.hitAt(10, by), retrieval.meanReciprocalRank(by));
            }
            table.note("Aim: in the first 5 for at least 0.80 of the first questions, better than by words alone. %d files, %d chunks.",
                    state.files(), state.chunks());
        }
    }
}
