package dev.caravan.search;

import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.Vector;
import java.util.Comparator;
import java.util.List;
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

    /** The vectors are in the order of places, and sorting keeps it for equal scores. */
    private static List<String> inMemory(List<CollectionVectors.StoredVector> vectors, Scope scope, float[] query, int depth) {
        return vectors.stream().filter(stored -> scope.contains(stored.pointer()))
                .map(stored -> new Scored(stored.id(), Vector.dot(query, stored.vector())))
                .sorted(Comparator.comparing(Scored::score).reversed()).limit(depth).map(Scored::id).toList();
    }

    private record Scored(String id, float score) {
    }
}
