package dev.caravan.search;

import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.Vector;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.springframework.stereotype.Component;

/**
 * Ranks the chunks of a scope by their cosine with the query, exactly: in this gateway's memory, or in the database if the collection is
 * too large for it. Chunks with equal scores are in the order of their places.
 */
@Component
record VectorRanking(ChunkStore store, VectorMemory memory, Model model) {

    private static final ChunkRankings RANKINGS = new ChunkRankings(SearchSchema.KIND);

    /** Returns the ids of the best {@code depth} chunks that have vectors of the gateway's model, best first. */
    List<String> rank(Scope scope, IndexReader.CollectionVersion version, float[] query, int depth) throws InterruptedException {
        CollectionVectors vectors = memory.of(scope.collection(), version.born(), version.version());
        return vectors.kept() ? inMemory(vectors.vectors(), scope, query, depth) : inDatabase(scope, model.makes(), query, depth);
    }

    /** Ranks the scope's chunks whose makes begin so in the database. The query's vector must be of the model that made them. */
    List<String> inDatabase(Scope scope, String makes, float[] query, int depth) {
        return store.search(transaction -> RANKINGS.byVector(transaction, scope.chunks(makes), query, depth, found ->
                found.get("id").asString()));
    }

    /** In the order of places, a scope is two ranges: the place itself, and everything below it. */
    private static List<String> inMemory(List<CollectionVectors.StoredVector> vectors, Scope scope, float[] query, int depth) {
        String place = scope.place().toString();
        PriorityQueue<Scored> best = new PriorityQueue<>(depth + 1, Scored.WORST_FIRST);
        score(vectors, first(vectors, place), first(vectors, place + '\0'), query, depth, best);
        score(vectors, first(vectors, place + '/'), first(vectors, place + (char) ('/' + 1)), query, depth, best);
        return best.stream().sorted(Scored.WORST_FIRST.reversed()).map(scored -> vectors.get(scored.at).id()).toList();
    }

    private static void score(List<CollectionVectors.StoredVector> vectors, int from, int to, float[] query, int depth,
            PriorityQueue<Scored> best) {
        float bar = best.size() < depth ? Float.NEGATIVE_INFINITY : best.peek().score;
        for (int i = from; i < to; i++) {
            float score = Vector.dot(query, vectors.get(i).vector());
            if (best.size() < depth || score > bar) {
                best.add(new Scored(score, i));
                if (best.size() > depth) {
                    best.poll();
                }
                bar = best.peek().score;
            }
        }
    }

    /** Returns the position of the first vector at or after {@code pointer}. */
    private static int first(List<CollectionVectors.StoredVector> vectors, String pointer) {
        int low = 0;
        int high = vectors.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (vectors.get(middle).pointer().compareTo(pointer) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private record Scored(float score, int at) {

        private static final Comparator<Scored> WORST_FIRST = Comparator.comparingDouble(Scored::score)
                .thenComparing(Comparator.comparingInt(Scored::at).reversed());
    }
}
