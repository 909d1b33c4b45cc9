package dev.caravan.search;

import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.RankFusion;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.springframework.stereotype.Component;

/**
 * Searches the index. Takes both rankings of a scope to a depth below which no chunk can be among the results, and fuses them. Then reads the chunks
 * themselves, so that the answer has what the database holds now.
 */
@Component
class IndexReader {

    /** A chunk that is below rank 2 * 20 + 60 in both rankings cannot come before rank 20 of either. */
    private static final int LEAST_DEPTH = 100;
    private static final int TRIES = 3;

    private static final String VERSION = "MATCH (c:CaravanCollection {name: $name}) RETURN c.born AS born, c.version AS version";
    private static final String CHUNKS = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) WHERE " + Scope.MATCHES
            + " RETURN k.id AS id, k.pointer AS pointer, k.text AS text, k.charStart AS charStart, k.charEnd AS charEnd, k.chunkIndex AS chunkIndex, "
            + "k.totalChunks AS totalChunks, k.contentHash AS contentHash";

    private final ChunkStore store;
    private final Embedder embedder;
    private final VectorRanking vectors;
    private final Model model;
    private final ChunkRankings words = new ChunkRankings(SearchSchema.KIND);

    IndexReader(ChunkStore store, Embedder embedder, VectorRanking vectors, Model model) {
        this.store = store;
        this.embedder = embedder;
        this.vectors = vectors;
        this.model = model;
    }

    List<Hit> search(Scope scope, String query, int topK, Rankings rankings) throws InterruptedException {
        float[] vector = Vector.normal(embedder.embedQuery(query));
        int depth = Math.max(LEAST_DEPTH, 2 * topK + 60);
        for (int attempt = 1; ; attempt++) {
            Optional<CollectionVersion> version = store.search(transaction -> version(transaction, scope.collection()));
            if (version.isEmpty()) {
                return List.of();
            }
            List<String> byVector = rankings.byVector() ? vectors.rank(scope, version.get(), vector, depth) : List.of();
            Found found = store.search(transaction -> {
                List<String> byKeyword = rankings.byKeyword()
                        ? words.byWords(transaction, scope.chunks(model.id()), query, depth, chunk -> chunk.get("id").asString()) : List.of();
                Map<String, Double> scores = RankFusion.fuse(byVector, byKeyword);
                List<String> best = scores.keySet().stream().limit(topK).toList();
                return new Found(hits(transaction, scope, best, scores), best.size());
            });
            if (found.hits.size() == found.wanted || attempt == TRIES) {
                return found.hits;
            }
        }
    }

    private static Optional<CollectionVersion> version(TransactionContext transaction, String collection) {
        return transaction.run(VERSION, Map.of("name", collection)).stream().findFirst()
                .map(found -> new CollectionVersion(found.get("born").asString(), found.get("version").asLong()));
    }

    private static List<Hit> hits(TransactionContext transaction, Scope scope, List<String> ids, Map<String, Double> scores) {
        Map<String, Object> parameters = new LinkedHashMap<>(scope.parameters());
        parameters.put("ids", ids);
        Map<String, Record> found = new HashMap<>();
        transaction.run(CHUNKS, parameters).forEachRemaining(chunk -> found.put(chunk.get("id").asString(), chunk));
        List<Hit> hits = new ArrayList<>();
        for (String id : ids) {
            Record chunk = found.get(id);
            if (chunk != null) {
                String pointer = chunk.get("pointer").asString();
                hits.add(new Hit(scores.get(id), pointer.substring(scope.place().toString().length()),
                        new SearchHit(pointer, chunk.get("text").asString(), chunk.get("charStart").asInt(), chunk.get("charEnd").asInt(),
                                chunk.get("chunkIndex").asInt(), chunk.get("totalChunks").asInt(), chunk.get("contentHash").asString())));
            }
        }
        return hits;
    }

    /** @param wanted expected number of hits; fewer if chunks were deleted meanwhile */
    private record Found(List<Hit> hits, int wanted) {
    }
}
