package dev.caravan.envelope;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds existing names for a message about a name that does not exist. The most similar come first. */
public final class NearestNames {

    private static final int MOST = 100;
    private static final int LONGEST = 200;
    private static final int DIFFERENT = 3;
    private static final int MOST_SIMILAR = 3;

    private NearestNames() {
    }

    /** Returns all names, at most 100. */
    public static String of(String wanted, Collection<String> names) {
        String sought = folded(wanted);
        return names.stream().sorted(Comparator.comparingInt(name -> distance(sought, folded(name)))).limit(MOST)
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the names that differ from the wanted one in at most a third of its characters, and in at most one more than the most similar
     * of them. The most similar comes first; at most 3.
     */
    public static List<String> similar(String wanted, Collection<String> names) {
        String sought = folded(wanted);
        Map<String, Integer> distances = new HashMap<>();
        names.forEach(name -> distances.put(name, distance(sought, folded(name))));
        int best = distances.values().stream().min(Integer::compare).orElse(0);
        int most = Math.min(sought.length() / DIFFERENT, best + 1);
        return distances.entrySet().stream().filter(name -> name.getValue() <= most)
                .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey())).limit(MOST_SIMILAR)
                .map(Map.Entry::getKey).toList();
    }

    private static String folded(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.length() <= LONGEST ? lower : lower.substring(0, LONGEST);
    }

    /** Returns Levenshtein's distance. Returns 1 if one name contains the other. */
    private static int distance(String one, String other) {
        if (!one.isEmpty() && (one.contains(other) || other.contains(one))) {
            return one.equals(other) ? 0 : 1;
        }
        return edits(one, other);
    }

    /** Returns the share of characters to insert, delete or replace, from 0 for equal names to 1. */
    public static double unlikeness(String one, String other) {
        return (double) edits(folded(one), folded(other)) / Math.max(1, Math.max(one.length(), other.length()));
    }

    private static int edits(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, Math.min(before[j], now[j - 1]) + 1);
            }
            before = now;
        }
        return before[other.length()];
    }
}
