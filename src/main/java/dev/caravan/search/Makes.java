package dev.caravan.search;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * How the chunks of a scope are made. All have the make of this gateway, except while the index is made again after a change of the model
 * or of the rules that cut texts.
 *
 * @param own    how this gateway makes chunks
 * @param chunks {make: number of chunks}; empty if all have the own make
 */
record Makes(Model own, Map<String, Long> chunks) {

    /** Returns all makes; also the own, which chunks may get at any time. */
    Set<String> all() {
        Set<String> all = new LinkedHashSet<>(Set.of(own.id()));
        all.addAll(chunks.keySet());
        return all;
    }

    /** Returns the makes whose vectors can be compared with the own. */
    List<String> comparable() {
        return all().stream().filter(this::isComparable).toList();
    }

    /** Returns the makes with vectors of other models. */
    List<String> others() {
        return chunks.keySet().stream().filter(make -> !isComparable(make)).toList();
    }

    /** Returns the part of the chunks whose vectors can be compared with the own, from 0 to 1. */
    double shareOfComparable() {
        return chunks.isEmpty() ? 1 : share(this::isComparable);
    }

    /** Returns the part of the chunks with that make, from 0 to 1. */
    double shareOf(String make) {
        return share(make::equals);
    }

    private double share(Predicate<String> which) {
        long some = chunks.entrySet().stream().filter(make -> which.test(make.getKey())).mapToLong(Map.Entry::getValue).sum();
        return some / (double) chunks.values().stream().mapToLong(Long::longValue).sum();
    }

    private boolean isComparable(String make) {
        return make.startsWith(own.makes());
    }
}
