package dev.caravan.intelligence;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The graphs of calls that a route may name, in its order. */
enum Graphs {

    CKB, LOCAL;

    /** @param names such as {@code ckb,local} */
    static List<Graphs> of(String names) {
        return Arrays.stream(names.split(",")).map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT))).toList();
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
