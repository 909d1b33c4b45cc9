package dev.caravan.search;

import dev.caravan.json.Pointer;
import dev.caravan.retrieval.ChunkRankings.Within;
import dev.caravan.store.Sha256;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of a collection that is searched or indexed: the value at a place, and everything below it.
 *
 * <p>For each chunk, the full-text index has one word for each place that contains it ({@link #words}). So a query in one scope never meets
 * chunks of another scope.
 */
record Scope(String collection, Pointer place) {

    private static final int LONGEST_COLLECTION = 200;
    private static final int WORD_LENGTH = 24;

    /** Cypher condition on the chunk {@code k}; needs {@link #parameters()}. */
    static final String MATCHES = "k.collection = $collection AND (k.pointer = $place OR k.pointer STARTS WITH $below)";

    Scope {
        if (collection.isBlank() || collection.length() > LONGEST_COLLECTION) {
            throw new IllegalArgumentException("A collection's name must have 1 to " + LONGEST_COLLECTION + " characters: " + collection);
        }
    }

    Map<String, Object> parameters() {
        return Map.of("collection", collection, "place", place.toString(), "below", place + "/");
    }

    boolean contains(String pointer) {
        String base = place.toString();
        return pointer.startsWith(base) && (pointer.length() == base.length() || pointer.charAt(base.length()) == '/');
    }

    /** Limits a ranking to the scope's chunks with these makes. */
    Within chunks(Collection<String> makes) {
        Map<String, Object> parameters = new LinkedHashMap<>(parameters());
        parameters.put("makes", List.copyOf(makes));
        List<String> words = makes.stream().map(make -> word(make, collection, place.toString())).toList();
        return new Within(words, "k.changed >= 0 AND k.model IN $makes AND " + MATCHES, parameters);
    }

    /** Returns the words of a chunk at {@code pointer}: one for each scope that contains it. */
    static Set<String> words(String model, String collection, String pointer) {
        Set<String> words = new LinkedHashSet<>();
        words.add(word(model, collection, ""));
        for (int step = pointer.indexOf('/', 1); step >= 0; step = pointer.indexOf('/', step + 1)) {
            words.add(word(model, collection, pointer.substring(0, step)));
        }
        words.add(word(model, collection, pointer));
        return words;
    }

    private static String word(String model, String collection, String place) {
        return "s" + Sha256.hex(model + "\n" + collection + "\n" + place).substring(0, WORD_LENGTH);
    }
}
