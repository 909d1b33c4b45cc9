package dev.caravan.intelligence.ckb;

import java.util.List;

/**
 * What CKB is asked. Routes hold it in the variable {@code ckbQuestion}.
 *
 * @param names     identifiers to start from, such as {@code save} or {@code Orders.save}; the first {@value #MOST_NAMES} are used. Empty
 * asks only                  for CKB's state
 * @param direction {@code callers}, {@code callees} or {@code both}
 * @param depth     how many calls to follow, 0 to 5; CKB follows at most {@value #DEEPEST}. 0 asks only for CKB's state
 */
public record CkbQuestion(List<String> names, String direction, int depth) {

    static final int MOST_NAMES = 5;
    static final int DEEPEST = 4;

    public CkbQuestion {
        names = List.copyOf(names);
    }

    /** Returns the names to start from. */
    List<String> starts() {
        return depth == 0 ? List.of()
                : names.stream().map(String::strip).filter(name -> !name.isEmpty()).distinct().limit(MOST_NAMES).toList();
    }
}
