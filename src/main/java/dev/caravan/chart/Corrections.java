package dev.caravan.chart;

import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the corrections of one call: one sentence for each kind, with the number of corrected rows. */
final class Corrections {

    private final Map<List<String>, Tally> tallies = new LinkedHashMap<>();

    private static final class Tally {
        private final Object total;
        private final String example;
        private int count;

        Tally(Object total, String example) {
            this.total = total;
            this.example = example;
        }
    }

    /**
     * Counts one correction.
     *
     * @param key     of a message with the arguments: number of corrections, total, subject, example
     * @param of      total number of rows, nodes or links
     * @param subject a field of the rows, shown as it is
     * @param example a corrected value; the message shows the first
     */
    void count(String key, int of, String subject, Object example) {
        Tally tally = tallies.get(List.of(key, subject));
        if (tally == null) {
            tally = new Tally(of, TextSanitizer.shown(example));
            tallies.put(List.of(key, subject), tally);
        }
        tally.count++;
    }

    /** Adds a sentence once. */
    void say(String key, String first, String second) {
        tallies.putIfAbsent(List.of(key, first), new Tally(second, ""));
    }

    /** Returns the sentences in the order of their first corrections. */
    List<Text> told() {
        List<Text> told = new ArrayList<>(tallies.size());
        tallies.forEach((of, tally) -> told.add(tally.count == 0
                ? Text.of(of.get(0), of.get(1), tally.total)
                : Text.of(of.get(0), tally.count, tally.total, TextSanitizer.shown(of.get(1)), tally.example)));
        return told;
    }
}
