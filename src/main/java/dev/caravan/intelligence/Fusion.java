package dev.caravan.intelligence;

import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.retrieval.RankFusion;
import dev.caravan.retrieval.RankFusion.Ranking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fuses what was found by words (0.3), by meaning (0.5) and over calls (0.2) into candidates, one a file: reciprocal rank fusion
 * of the files' ranks (contracts, section 7). A candidate shows the piece of its file that the same fusion of pieces puts first.
 */
final class Fusion {

    private static final double WORDS = 0.3;
    private static final double MEANING = 0.5;
    private static final double CALLS = 0.2;

    private final List<StoredChunk> words;
    private final List<StoredChunk> meaning;
    private final Map<StoredChunk, Integer> calls;
    private final String graph;

    /**
     * @param calls best first, with their distances
     * @param graph how a candidate that comes from calls names its source
     */
    Fusion(List<StoredChunk> words, List<StoredChunk> meaning, Map<StoredChunk, Integer> calls, String graph) {
        this.words = words;
        this.meaning = meaning;
        this.calls = calls;
        this.graph = graph;
    }

    static Fusion ofText(List<StoredChunk> words, List<StoredChunk> meaning) {
        return new Fusion(words, meaning, Map.of(), "");
    }

    /** Best first. */
    List<Candidate> candidates() {
        Map<String, StoredChunk> chunks = new LinkedHashMap<>();
        for (List<StoredChunk> ranking : List.of(words, meaning, List.copyOf(calls.keySet()))) {
            ranking.forEach(chunk -> chunks.putIfAbsent(chunk.id(), chunk));
        }
        Map<String, StoredChunk> shown = new LinkedHashMap<>();
        RankFusion.fuse(rankings(StoredChunk::id)).keySet().forEach(id -> shown.putIfAbsent(chunks.get(id).path(), chunks.get(id)));
        List<Ranking> files = rankings(StoredChunk::path);
        double most = RankFusion.most(files);
        List<Candidate> candidates = new ArrayList<>();
        RankFusion.fuse(files).forEach((path, score) -> candidates.add(new Candidate(shown.get(path), score / most, source(files, path), distance(path))));
        return candidates;
    }

    private List<Ranking> rankings(java.util.function.Function<StoredChunk, String> id) {
        List<Ranking> rankings = new ArrayList<>();
        add(rankings, WORDS, words.stream().map(id).distinct().toList());
        add(rankings, MEANING, meaning.stream().map(id).distinct().toList());
        add(rankings, CALLS, calls.keySet().stream().map(id).distinct().toList());
        return rankings;
    }

    /** An empty one must not make the others' best less than 1. */
    private static void add(List<Ranking> rankings, double weight, List<String> ids) {
        if (!ids.isEmpty()) {
            rankings.add(new Ranking(weight, ids));
        }
    }

    private String source(List<Ranking> files, String path) {
        double best = 0;
        String source = graph;
        for (Ranking ranking : files) {
            int rank = ranking.ids().indexOf(path);
            double share = rank < 0 ? 0 : RankFusion.fuse(List.of(ranking)).get(path);
            if (share > best) {
                best = share;
                source = ranking.weight() == WORDS ? "keyword" : ranking.weight() == MEANING ? "vector" : graph;
            }
        }
        return source;
    }

    private int distance(String path) {
        boolean byText = words.stream().anyMatch(chunk -> chunk.path().equals(path)) || meaning.stream().anyMatch(chunk -> chunk.path().equals(path));
        return byText ? 0 : calls.entrySet().stream().filter(call -> call.getKey().path().equals(path)).mapToInt(Map.Entry::getValue).min().orElse(0);
    }
}
