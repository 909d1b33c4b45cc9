package dev.caravan.intelligence.ckb;

import java.util.List;

/**
 * What CKB is asked.
 *
 * @param names     identifiers to start from, such as {@code save} or {@code Orders.save}; the first {@value #MOST_NAMES} are used. Empty: only whether CKB is there
 * @param direction {@code callers}, {@code callees} or {@code both}
 * @param depth     how many calls away, 0 to 5, of which CKB follows {@value #DEEPEST}; 0: only whether CKB is there
 */
public record CkbQuestion(List<String> names, String direction, int depth) {

    /** Exchange property. */
    public static final String PROPERTY = "ckbQuestion";

    static final int MOST_NAMES = 5;
    static final int DEEPEST = 4;
    private static final List<String> DIRECTIONS = List.of("callers", "callees", "both");

    public CkbQuestion {
        names = List.copyOf(names);
        if (!DIRECTIONS.contains(direction) || depth < 0 || depth > 5) {
            throw new IllegalArgumentException("direction is one of " + DIRECTIONS + " and depth is 0 to 5, not " + direction + " and " + depth);
        }
    }

    /** Those to start from. */
    List<String> starts() {
        return depth == 0 ? List.of() : names.stream().map(String::strip).filter(name -> !name.isEmpty()).distinct().limit(MOST_NAMES).toList();
    }
}
