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
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Fuses the results by words, by meaning and over calls into candidates, one for each file, by reciprocal rank fusion of the files' ranks
 * (contracts, section 7). The tool's route sets the weights. By words, a file has the score of all its chunks together, each with half the
 * weight of the one before. By meaning, it has the score of its best chunk. A candidate shows the chunk of its file that the same fusion of
 * chunks puts first.
 */
final class Fusion {

    private static final double FADING = 0.5;

    private final Map<StoredChunk, Integer> calls;
    private final int k;
    private final List<Source> sources;

    /**
     * A ranking of chunks and of their files.
     *
     * @param name of the source of candidates
     */
    private record Source(String name, double weight, List<StoredChunk> chunks, List<String> files) {

        static Source of(String name, double weight, List<RankedChunk> found, ToDoubleFunction<String> weights, double fading) {
            Map<String, Double> scores = new LinkedHashMap<>();
            Map<String, Double> shares = new LinkedHashMap<>();
            for (RankedChunk one : found) {
                String path = one.chunk().path();
                double share = shares.merge(path, 1.0, (before, none) -> before * fading);
                scores.merge(path, one.score() * share * weights.applyAsDouble(path), Double::sum);
            }
            return new Source(name, weight, found.stream().map(RankedChunk::chunk).toList(), scores.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).map(Map.Entry::getKey).toList());
        }
    }

    /**
     * @param words best first, like {@code meaning}
     * @param calls best first, with their distances
     * @param graph source name of candidates that come from calls
     */
    Fusion(List<RankedChunk> words, List<RankedChunk> meaning, Map<StoredChunk, Integer> calls, String graph, FusionWeights weights) {
        this.calls = calls;
        this.k = weights.k();
        this.sources = List.of(Source.of("keyword", weights.words(), words, weights::ofWords, FADING),
                Source.of("vector", weights.meaning(), meaning, weights::ofMeaning, 0), new Source(graph, weights.calls(),
                        List.copyOf(calls.keySet()), calls.keySet().stream().map(StoredChunk::path).distinct().toList()));
    }

    static Fusion ofText(List<RankedChunk> words, List<RankedChunk> meaning, FusionWeights weights) {
        return new Fusion(words, meaning, Map.of(), "graph", weights);
    }

    /** Returns the paths that words found, best first. */
    List<String> byWords() {
        return sources.get(0).files;
    }

    /** Returns the paths that meaning found, best first. */
    List<String> byMeaning() {
        return sources.get(1).files;
    }

    /** Returns the candidates, best first. */
    List<Candidate> candidates() {
        Map<String, StoredChunk> chunks = new LinkedHashMap<>();
        sources.forEach(source -> source.chunks.forEach(chunk -> chunks.putIfAbsent(chunk.id(), chunk)));
        Map<String, StoredChunk> shown = new LinkedHashMap<>();
        RankFusion.fuse(rankings(source -> source.chunks.stream().map(StoredChunk::id).distinct().toList()), k).keySet()
                .forEach(id -> shown.putIfAbsent(chunks.get(id).path(), chunks.get(id)));
        List<Ranking> files = rankings(Source::files);
        double most = RankFusion.most(files, k);
        List<Candidate> candidates = new ArrayList<>();
        RankFusion.fuse(files, k).forEach((path, score) ->
                candidates.add(new Candidate(shown.get(path), score / most, source(path), distance(path))));
        return candidates;
    }

    /** Leaves out an empty ranking, since it would lower the best possible score below 1. */
    private List<Ranking> rankings(Function<Source, List<String>> ids) {
        return sources.stream().filter(source -> !source.chunks.isEmpty()).map(source -> new Ranking(source.weight, ids.apply(source)))
                .toList();
    }

    private String source(String path) {
        return sources.stream().filter(source -> source.files.contains(path))
                .max(Comparator.comparingDouble(source -> RankFusion.share(source.weight, source.files.indexOf(path), k))).orElseThrow()
                .name;
    }

    private int distance(String path) {
        boolean byText = byWords().contains(path) || byMeaning().contains(path);
        return byText ? 0
                : calls.entrySet().stream().filter(call -> call.getKey().path().equals(path)).mapToInt(Map.Entry::getValue).min().orElse(0);
    }
}
