package dev.caravan.search;

import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The vectors of a collection at one version, in the order of their places. Immutable.
 *
 * @param born    identity of the collection that has this name
 * @param vectors empty if they are too many for the memory
 * @param kept    false if they are too many for the memory
 */
record CollectionVectors(String born, long version, List<StoredVector> vectors, boolean kept) {

    private static final Comparator<StoredVector> BY_PLACE =
            Comparator.comparing(StoredVector::pointer).thenComparingInt(StoredVector::chunkIndex).thenComparing(StoredVector::id);
    private static final int BYTES_BESIDE_VECTOR = 300;

    static CollectionVectors tooMany(String born, long version) {
        return new CollectionVectors(born, version, List.of(), false);
    }

    static CollectionVectors of(String born, long version, Collection<StoredVector> vectors) {
        return new CollectionVectors(born, version, vectors.stream().sorted(BY_PLACE).toList(), true);
    }

    /**
     * @param changed vectors that are new since this version
     * @param present ids of all chunks in the collection; empty if none was removed
     */
    CollectionVectors at(long newVersion, List<StoredVector> changed, Optional<Set<String>> present) {
        Map<String, StoredVector> all = new LinkedHashMap<>();
        List<StoredVector> merged = new ArrayList<>(vectors);
        merged.addAll(changed);
        merged.forEach(vector -> all.put(vector.id(), vector));
        present.ifPresent(ids -> all.keySet().retainAll(ids));
        return of(born, newVersion, all.values());
    }

    /** Returns {id: cosine} of the best chunks in the scope, best first. Chunks with equal scores keep the order of their places. */
    Map<String, Double> best(Scope scope, float[] query, int depth) {
        record Scored(String id, float score) {
        }
        Map<String, Double> best = new LinkedHashMap<>();
        vectors.stream().filter(stored -> scope.contains(stored.pointer()))
                .map(stored -> new Scored(stored.id(), Vector.dot(query, stored.vector())))
                .sorted(Comparator.comparing(Scored::score).reversed()).limit(depth)
                .forEach(scored -> best.put(scored.id(), (double) scored.score()));
        return best;
    }

    long bytes() {
        return vectors.isEmpty() ? BYTES_BESIDE_VECTOR : vectors.size() * bytes(vectors.get(0).vector().length);
    }

    static long bytes(int dimensions) {
        return (long) dimensions * Float.BYTES + BYTES_BESIDE_VECTOR;
    }

    /** The part of a chunk that the vector ranking needs. */
    record StoredVector(String id, String pointer, int chunkIndex, float[] vector) {
    }
}
