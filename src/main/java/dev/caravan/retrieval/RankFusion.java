package dev.caravan.retrieval;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reciprocal rank fusion: an item at rank r of a ranking gets weight / (k + r) from that ranking. The smaller k, the more the first ranks
 * count.
 */
public final class RankFusion {

    private RankFusion() {
    }

    /**
     * A ranking with its weight.
     *
     * @param ids best first, without duplicates
     */
    public record Ranking(double weight, List<String> ids) {
    }

    /** Returns {id: score}, best first. Items with equal scores are in the order of the first ranking that has one of them. */
    public static Map<String, Double> fuse(List<Ranking> rankings, int k) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (Ranking ranking : rankings) {
            for (int i = 0; i < ranking.ids().size(); i++) {
                scores.merge(ranking.ids().get(i), share(ranking.weight(), i, k), Double::sum);
            }
        }
        Map<String, Double> best = new LinkedHashMap<>();
        scores.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> best.put(entry.getKey(), entry.getValue()));
        return best;
    }

    /** Returns the score that a ranking with that weight gives to the item at {@code index}, from 0. */
    public static double share(double weight, int index, int k) {
        return weight / (k + index + 1);
    }

    /** Returns the highest score that {@link #fuse(List, int)} can give: for an item that is first in all these rankings. */
    public static double most(List<Ranking> rankings, int k) {
        return share(rankings.stream().mapToDouble(Ranking::weight).sum(), 0, k);
    }
}
