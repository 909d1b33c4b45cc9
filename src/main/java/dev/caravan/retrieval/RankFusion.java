package dev.caravan.retrieval;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reciprocal rank fusion: what is at rank r of a ranking gets the ranking's weight / (60 + r) from it. */
public final class RankFusion {

    private static final int K = 60;

    private RankFusion() {
    }

    /**
     * A ranking and what it counts.
     *
     * @param ids best first, each once
     */
    public record Ranking(double weight, List<String> ids) {
    }

    /** {id: score}, best first; of equals, that which comes first in the first ranking that has one of them. All rankings count 1. */
    @SafeVarargs
    public static Map<String, Double> fuse(List<String>... rankings) {
        return fuse(java.util.Arrays.stream(rankings).map(ids -> new Ranking(1, ids)).toList());
    }

    /** As {@link #fuse(List[])}, by weight. */
    public static Map<String, Double> fuse(List<Ranking> rankings) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (Ranking ranking : rankings) {
            for (int i = 0; i < ranking.ids().size(); i++) {
                scores.merge(ranking.ids().get(i), share(ranking.weight(), i), Double::sum);
            }
        }
        Map<String, Double> best = new LinkedHashMap<>();
        scores.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).forEach(entry -> best.put(entry.getKey(), entry.getValue()));
        return best;
    }

    /** What a ranking of that weight gives to what is at {@code index}, 0-based. */
    public static double share(double weight, int index) {
        return weight / (K + index + 1);
    }

    /** What {@link #fuse(List)} gives at most to what is first in all of these. */
    public static double most(List<Ranking> rankings) {
        return share(rankings.stream().mapToDouble(Ranking::weight).sum(), 0);
    }
}
