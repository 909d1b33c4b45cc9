package dev.caravan.intelligence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.intelligence.code.Reach;
import dev.caravan.intelligence.index.CodeGateway;
import dev.caravan.intelligence.index.RankedChunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How often the right file is among the first, for questions about code. */
public final class CodeRetrieval {

    /** What is compared. */
    public enum By {
        WORDS, MEANING, ALL_FUSED
    }

    private final Map<By, List<Integer>> ranks = new LinkedHashMap<>();
    private final List<String> questions = new ArrayList<>();

    private CodeRetrieval() {
    }

    /**
     * Of a gateway whose index is built.
     *
     * @param asked a list of {@code {question, files}}; each of the files is a right one
     */
    public static CodeRetrieval measured(CodeGateway gateway, JsonNode asked) throws InterruptedException {
        Expansion expansion = new Expansion(gateway.index, new Reach(), new Contents(gateway.index));
        CodeRetrieval retrieval = new CodeRetrieval();
        for (JsonNode question : asked) {
            String query = question.get("question").textValue();
            List<String> files = new ArrayList<>();
            question.get("files").forEach(file -> files.add(file.textValue()));
            List<RankedChunk> words = gateway.index.byWords(gateway.workspace, query, 200);
            List<RankedChunk> meaning = gateway.index.byMeaning(gateway.workspace, query, 200);
            FusionWeights weights = new FusionWeights(0.3, 0.5, 0.2, LesserFiles.tests(query, 0.6, 0.9, 0.2),
                    LesserFiles.documentation(query, 0.6, 0.9), 5);
            List<Expansion.Anchor> anchors = expansion.anchors(gateway.workspace,
                    Fusion.ofText(words, meaning, weights).candidates().stream().limit(5).toList());
            Fusion all = new Fusion(words, meaning,
                    expansion.local(gateway.workspace, anchors, 1, weights.tests(), 50, Duration.ofMinutes(1)).chunks(), "graph", weights);
            retrieval.questions.add(query);
            retrieval.add(By.WORDS, all.byWords(), files);
            retrieval.add(By.MEANING, all.byMeaning(), files);
            retrieval.add(By.ALL_FUSED, all.candidates().stream().map(candidate -> candidate.chunk().path()).toList(), files);
        }
        return retrieval;
    }

    private void add(By by, List<String> found, List<String> right) {
        int rank = 0;
        for (int i = found.size() - 1; i >= 0; i--) {
            rank = right.contains(found.get(i)) ? i + 1 : rank;
        }
        ranks.computeIfAbsent(by, any -> new ArrayList<>()).add(rank);
    }

    /** Share of questions with a right file among the first {@code most}. */
    public double hitAt(int most, By by) {
        return ranks.get(by).stream().filter(rank -> rank > 0 && rank <= most).count() / (double) questions.size();
    }

    /** Mean of 1 / rank of the first right file. */
    public double meanReciprocalRank(By by) {
        return ranks.get(by).stream().mapToDouble(rank -> rank == 0 ? 0 : 1.0 / rank).average().orElseThrow();
    }

    /** A line a question: the ranks of the first right file (0: not found) and the question. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            lines.add(String.format("%3d %3d %3d  %s", ranks.get(By.WORDS).get(i), ranks.get(By.MEANING).get(i),
                    ranks.get(By.ALL_FUSED).get(i), questions.get(i)));
        }
        return lines;
    }
}
