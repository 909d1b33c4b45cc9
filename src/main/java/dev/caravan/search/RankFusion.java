package dev.caravan.search;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reciprocal rank fusion: what is at rank r of a ranking gets 1 / (60 + r) from it. */
final class RankFusion {

    private static final int K = 60;

    private RankFusion() {
    }

    /** {id: score}, best first; of equals, that which comes first in the first ranking that has one of them. */
    @SafeVarargs
    static Map<String, Double> fuse(List<String>... rankings) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (List<String> ranking : rankings) {
            for (int i = 0; i < ranking.size(); i++) {
                scores.merge(ranking.get(i), 1.0 / (K + i + 1), Double::sum);
            }
        }
        Map<String, Double> best = new LinkedHashMap<>();
        scores.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).forEach(entry -> best.put(entry.getKey(), entry.getValue()));
        return best;
    }
}
