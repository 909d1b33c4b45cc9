package dev.caravan.intelligence;

import dev.caravan.intelligence.index.RankedChunk;
import dev.caravan.intelligence.index.StoredChunk;
import dev.caravan.retrieval.RankFusion;
import dev.caravan.retrieval.RankFusion.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Fuses the results by words, by meaning and over calls into candidates, one for each file, by reciprocal rank fusion of the files' ranks
 * (contracts, section 7). The tool's route sets the weights. By words, a file has the score of all its chunks together, each with half the
 * weight of the one before. By meaning, it has the score of its best chunk. A candidate shows the chunk of its file that the same fusion of
 * chunks puts first.
 */
final class Fusion {

    private static final double FADING = 0.5;

    private final List<RankedChunk> words;
    private final List<RankedChunk> meaning;
    private final Map<StoredChunk, Integer> calls;
    private final String graph;
    private final FusionWeights weights;
    private final Map<String, StoredChunk> shown = new LinkedHashMap<>();
    private final Map<String, List<String>> rankings = new LinkedHashMap<>();

    /**
     * @param words best first, like {@code meaning}
     * @param calls best first, with their distances
     * @param graph source name of candidates that come from calls
     */
    Fusion(List<RankedChunk> words, List<RankedChunk> meaning, Map<StoredChunk, Integer> calls, String graph, FusionWeights weights) {
        this.words = words;
        this.meaning = meaning;
        this.calls = calls;
        this.graph = graph;
        this.weights = weights;
        rankings.put("keyword", files(words, weights::ofWords, FADING));
        rankings.put("vector", files(meaning, weights::ofMeaning, 0));
        rankings.put(graph, calls.keySet().stream().map(StoredChunk::path).distinct().toList());
    }

    static Fusion ofText(List<RankedChunk> words, List<RankedChunk> meaning, FusionWeights weights) {
        return new Fusion(words, meaning, Map.of(), "graph", weights);
    }

    /** Returns the paths that words found, best first. */
    List<String> byWords() {
        return rankings.get("keyword");
    }

    /** Returns the paths that meaning found, best first. */
    List<String> byMeaning() {
        return rankings.get("vector");
    }

    private static List<String> files(List<RankedChunk> ranking, ToDoubleFunction<String> weight, double fading) {
        Map<String, Double> scores = new LinkedHashMap<>();
        Map<String, Double> shares = new LinkedHashMap<>();
        for (RankedChunk found : ranking) {
            String path = found.chunk().path();
            double share = shares.merge(path, 1.0, (before, none) -> before * fading);
            scores.merge(path, found.score() * share * weight.applyAsDouble(path), Double::sum);
        }
        return scores.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey).toList();
    }

    /** Returns the candidates, best first. */
    List<Candidate> candidates() {
        show();
        List<Ranking> files = new ArrayList<>();
        add(files, weights.words(), rankings.get("keyword"));
        add(files, weights.meaning(), rankings.get("vector"));
        add(files, weights.calls(), rankings.get(graph));
        double most = RankFusion.most(files, weights.k());
        List<Candidate> candidates = new ArrayList<>();
        RankFusion.fuse(files, weights.k())
                .forEach((path, score) -> candidates.add(new Candidate(shown.get(path), score / most, source(path), distance(path))));
        return candidates;
    }

    /** Chooses the best chunk of each file. */
    private void show() {
        List<Ranking> pieces = new ArrayList<>();
        Map<String, StoredChunk> chunks = new LinkedHashMap<>();
        add(pieces, weights.words(), ids(words.stream().map(RankedChunk::chunk).toList(), chunks));
        add(pieces, weights.meaning(), ids(meaning.stream().map(RankedChunk::chunk).toList(), chunks));
        add(pieces, weights.calls(), ids(List.copyOf(calls.keySet()), chunks));
        RankFusion.fuse(pieces, weights.k()).keySet().forEach(id -> shown.putIfAbsent(chunks.get(id).path(), chunks.get(id)));
    }

    private static List<String> ids(List<StoredChunk> ranking, Map<String, StoredChunk> chunks) {
        ranking.forEach(chunk -> chunks.putIfAbsent(chunk.id(), chunk));
        return ranking.stream().map(StoredChunk::id).distinct().toList();
    }

    /** Skips an empty ranking, since it would lower the best possible score below 1. */
    private static void add(List<Ranking> rankings, double weight, List<String> ids) {
        if (!ids.isEmpty()) {
            rankings.add(new Ranking(weight, ids));
        }
    }

    private String source(String path) {
        String source = graph;
        double best = 0;
        for (Map.Entry<String, Double> weight : Map.of("keyword", weights.words(), "vector", weights.meaning(), graph, weights.calls())
                .entrySet()) {
            int rank = rankings.get(weight.getKey()).indexOf(path);
            double share = rank < 0 ? 0 : RankFusion.share(weight.getValue(), rank, weights.k());
            if (share > best) {
                best = share;
                source = weight.getKey();
            }
        }
        return source;
    }

    private int distance(String path) {
        boolean byText = byWords().contains(path) || byMeaning().contains(path);
        return byText ? 0
                : calls.entrySet().stream().filter(call -> call.getKey().path().equals(path)).mapToInt(Map.Entry::getValue).min().orElse(0);
    }
}
