package dev.caravan.search;

import dev.caravan.json.Pointer;
import dev.caravan.retrieval.ChunkRankings.Within;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.codec.digest.DigestUtils;

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

    /** Limits a ranking to the scope's chunks. */
    Within chunks() {
        return new Within(List.of(word(collection, place.toString())), "k.changed >= 0 AND " + MATCHES, parameters());
    }

    /** Limits a ranking to the scope's chunks whose makes begin so, which have vectors of one model. */
    Within chunks(String makes) {
        Map<String, Object> parameters = new LinkedHashMap<>(parameters());
        parameters.put("makes", makes);
        return new Within(List.of(), "k.changed >= 0 AND k.model STARTS WITH $makes AND " + MATCHES, parameters);
    }

    /** Returns the words of a chunk at {@code pointer}: one for each scope that contains it. */
    static Set<String> words(String collection, String pointer) {
        Set<String> words = new LinkedHashSet<>();
        words.add(word(collection, ""));
        for (int step = pointer.indexOf('/', 1); step >= 0; step = pointer.indexOf('/', step + 1)) {
            words.add(word(collection, pointer.substring(0, step)));
        }
        words.add(word(collection, pointer));
        return words;
    }

    private static String word(String collection, String place) {
        return "s" + DigestUtils.sha256Hex(collection + "\n" + place).substring(0, WORD_LENGTH);
    }
}
