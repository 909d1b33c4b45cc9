package dev.caravan.intelligence;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The call graphs that a route can name. */
enum Graphs {

    CKB, LOCAL;

    /** Parses names such as {@code ckb,local}, in their order. */
    static List<Graphs> of(String names) {
        return Arrays.stream(names.split(",")).map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT))).toList();
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
