package dev.caravan.tool.discovery;

import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ranks tools by words (BM25 over weighted terms) and by meaning (cosine of vectors), and adds up both scores. */
final class ToolRanking {

    private static final double K1 = 1.2;
    private static final double B = 0.5;
    /** The share of words in the score. The test {@code ToolRanksTest} measures it. */
    private static final double WORDS = 0.75;
    /** Below this similarity, a tool that shares no word with the question is no answer. */
    private static final double NO_ANSWER = 0.5;

    /**
     * A tool to rank.
     *
     * @param vector null if it is not known yet
     */
    record Candidate(String name, ToolText text, float[] vector) {
    }

    private record Scored(String name, double score) {
    }

    private final List<Candidate> candidates;

    ToolRanking(List<Candidate> candidates) {
        this.candidates = candidates;
    }

    /**
     * Returns the names of the best tools, best first; empty if nothing fits.
     *
     * @param concepts of the question, see {@link Synonyms#concepts}
     * @param question vector of the question; null ranks by words alone
     */
    List<String> best(List<Map<String, Double>> concepts, float[] question, int limit) {
        double[] words = words(concepts);
        double[] meaning = meaning(question);
        double mostWords = max(words);
        double mostMeaning = max(meaning);
        double leastMeaning = min(meaning);
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            if (words[i] > 0 || meaning[i] >= NO_ANSWER) {
                double near = meaning[i] <= 0 || mostMeaning <= leastMeaning ? 0 : (meaning[i] - leastMeaning) / (mostMeaning - leastMeaning);
                scored.add(new Scored(candidates.get(i).name(), WORDS * (mostWords > 0 ? words[i] / mostWords : 0) + (1 - WORDS) * near));
            }
        }
        return scored.stream().sorted(Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::name)).limit(limit).map(Scored::name).toList();
    }

    private double[] words(List<Map<String, Double>> concepts) {
        Map<String, double[]> counted = new HashMap<>();
        double average = candidates.stream().mapToDouble(candidate -> candidate.text().length()).average().orElse(1);
        double[] scores = new double[candidates.size()];
        for (Map<String, Double> concept : concepts) {
            double[] best = new double[scores.length];
            concept.forEach((term, weight) -> {
                double[] counts = counted.computeIfAbsent(term, missing -> counts(missing, average));
                for (int i = 0; i < best.length; i++) {
                    best[i] = Math.max(best[i], weight * counts[i]);
                }
            });
            for (int i = 0; i < scores.length; i++) {
                scores[i] += best[i];
            }
        }
        return scores;
    }

    /** Returns what the term counts in each tool (BM25): the more, the fewer tools have it. */
    private double[] counts(String term, double average) {
        double[] counts = new double[candidates.size()];
        int with = 0;
        for (int i = 0; i < counts.length; i++) {
            ToolText text = candidates.get(i).text();
            double weight = text.terms().getOrDefault(term, 0.0);
            if (weight > 0) {
                with++;
                counts[i] = weight * (K1 + 1) / (weight + K1 * (1 - B + B * text.length() / average));
            }
        }
        double rarity = Math.log(1 + (counts.length - with + 0.5) / (with + 0.5));
        for (int i = 0; i < counts.length; i++) {
            counts[i] *= rarity;
        }
        return counts;
    }

    private double[] meaning(float[] question) {
        double[] scores = new double[candidates.size()];
        for (int i = 0; question != null && i < scores.length; i++) {
            float[] vector = candidates.get(i).vector();
            scores[i] = vector == null || vector.length != question.length ? 0 : Vector.dot(vector, question);
        }
        return scores;
    }

    private static double max(double[] scores) {
        double max = 0;
        for (double score : scores) {
            max = Math.max(max, score);
        }
        return max;
    }

    private static double min(double[] scores) {
        double min = Double.MAX_VALUE;
        for (double score : scores) {
            min = score > 0 ? Math.min(min, score) : min;
        }
        return min;
    }
}
