package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
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

/**
 * Prints at which place the right file is for questions about this repository: by words, by meaning, and by all that is fused. The argument is the
 * folder of another version of this repository, which is asked the questions that it has.
 */
public final class CodeRetrievalBenchmark {

    private static final ObjectMapper JSON = new ObjectMapper();

    private CodeRetrievalBenchmark() {
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments.length > 0 ? arguments[0] : "");
        try (CodeGateway gateway = new CodeGateway("retrieval" + System.nanoTime(), root, new LocalEmbedder(LocalModel.ENGLISH, 32, 2), List.of("code-questions*.json"))) {
            IndexState state = gateway.built();
            System.out.printf("%s: %d files, %d chunks, %d symbols, %d calls, %.1f s%n", state.phase(), state.files(), state.chunks(), state.symbols(), state.calls(), state.durationMs() / 1000.0);
            Path questions = root.resolve("src/test/resources/retrieval");
            JsonNode first = JSON.readTree(questions.resolve("code-questions.json").toFile());
            ask(gateway, "the first questions", first, state);
            if (Files.exists(questions.resolve("code-questions-more.json"))) {
                JsonNode more = JSON.readTree(questions.resolve("code-questions-more.json").toFile());
                ask(gateway, "the half for tuning", half(0, first, more), state);
                ask(gateway, "the held-out half", half(1, first, more), state);
            }
            gateway.builds.clear(gateway.workspace);
        }
        System.exit(0);
    }

    /** Returns every second question of both lists, from that one on. */
    private static JsonNode half(int from, JsonNode first, JsonNode more) {
        ArrayNode half = JSON.createArrayNode();
        for (JsonNode list : List.of(first, more)) {
            for (int i = from; i < list.size(); i += 2) {
                half.add(list.get(i));
            }
        }
        return half;
    }

    private static void ask(CodeGateway gateway, String name, JsonNode asked, IndexState state) throws IOException, InterruptedException {
        CodeRetrieval retrieval = CodeRetrieval.measured(gateway, asked);
        System.out.println("words meaning fused, " + name);
        retrieval.lines().forEach(System.out::println);
        try (Table table = Table.of("ci_graph_rag on this repository: how often the right file is found, " + name + " (" + asked.size() + ")",
                "by", "in the first", "in the first 5", "in the first 10", "mean rec. rank")) {
            for (By by : By.values()) {
                table.row(by, retrieval.hitAt(1, by), retrieval.hitAt(5, by), retrieval.hitAt(10, by), retrieval.meanReciprocalRank(by));
            }
            table.note("Aim: in the first 5 for at least 0.80 of the first questions, better than by words alone. %d files, %d chunks.", state.files(), state.chunks());
        }
    }
}
