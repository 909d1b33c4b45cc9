package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.retrieval.LoadedModels;
import dev.caravan.retrieval.RankFusion;
import dev.caravan.retrieval.RankFusion.Ranking;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/**
 * The index of strings in JSON documents. A collection ({@code ID:table:17}) is one document. A place is a JSON Pointer, and covers its
 * value and everything below. Any number of gateways may write and search at the same time: writers of one collection take turns, and a
 * search sees everything that was written before it began.
 *
 * <p>A search takes both rankings of a scope to a depth below which no chunk can be among the results, and fuses them. Then it reads the
 * chunks themselves, so that the answer has what the database holds now. While the index is made again, it searches the chunks of all
 * makes, with a ranking by vectors for each model.
 *
 * <p>All methods may block. They throw the exceptions of Neo4j's driver, and {@link EmbeddingException} if the model fails.
 */
@Component
public record SearchIndex(IndexWriter writer, ChunkStore store, VectorMemory memory, Embedder embedder, LoadedModels earlier) {

    /** A chunk that is below rank 2 * 20 + 60 in both rankings cannot come before rank 20 of either. */
    private static final int LEAST_DEPTH = 100;
    private static final int TRIES = 3;

    private static final String VERSION = "MATCH (c:CaravanCollection {name: $name}) RETURN c.born AS born, c.version AS version";
    private static final String CHUNKS = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) WHERE " + Scope.MATCHES
            + " RETURN k.id AS id, k.pointer AS pointer, k.text AS text, k.charStart AS charStart, k.charEnd AS charEnd, k.chunkIndex AS "
            + "chunkIndex, "
            + "k.totalChunks AS totalChunks, k.contentHash AS contentHash";

    /** Finds at once that no chunk is of another model: both parts read one entry of an index. */
    private static final String OTHERS = "CALL { MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.model < $makes "
            + "RETURN k.model AS make LIMIT 1 UNION MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.model > $beyond "
            + "RETURN k.model AS make LIMIT 1 } RETURN make";

    private static final ChunkRankings RANKINGS = new ChunkRankings(SearchSchema.KIND);

    /**
     * Makes the index at {@code place} and below equal to {@code data}, and changes nothing else. After a failure, the next call does the
     * rest.
     *
     * @param data     the value at {@code place}; a missing node if it no longer exists
     * @param progress called on this thread
     * @return the counts at the end
     * @throws InterruptedException before the next batch of texts; what is written stays
     */
    public SyncCounts sync(String collection, Pointer place, JsonNode data, IndexProgress progress) throws InterruptedException {
        return writer.sync(new Scope(collection, place), data, progress);
    }

    /**
     * Removes all chunks outside these places; without places, the whole collection.
     *
     * @return number of removed chunks
     */
    public int keepOnly(String collection, List<Pointer> places) throws InterruptedException {
        return writer.keepOnly(collection, places);
    }

    /**
     * Finds the best chunks at {@code place} and below, by meaning and by words, best first.
     *
     * @param query not blank; it has no syntax
     * @param topK  maximum number of hits, at least 1
     */
    public List<Hit> search(String collection, Pointer place, String query, int topK) throws InterruptedException {
        return search(collection, place, query, topK, Rankings.HYBRID);
    }

    /** Works like {@link #search(String, Pointer, String, int)}, with these rankings. */
    public List<Hit> search(String collection, Pointer place, String query, int topK, Rankings rankings) throws InterruptedException {
        if (query.isBlank() || topK < 1) {
            throw new IllegalArgumentException("query must not be blank, and top_k must be at least 1");
        }
        Scope scope = new Scope(collection, place);
        float[] vector = Vector.normal(embedder.embedQuery(query));
        int depth = Math.max(LEAST_DEPTH, 2 * topK + 60);
        for (int attempt = 1; ; attempt++) {
            Optional<Record> version = store.search(transaction -> transaction.run(VERSION, Map.of("name", collection))
                    .stream().findFirst());
            if (version.isEmpty()) {
                return List.of();
            }
            List<String> others = store.search(transaction -> transaction.run(OTHERS, Map.of("collection", collection, "makes",
                    embedder.makes(), "beyond", embedder.makes() + Character.MAX_VALUE)).list(found -> found.get("make").asString()));
            List<Ranking> all = new ArrayList<>();
            if (rankings != Rankings.KEYWORD) {
                CollectionVectors vectors = memory.of(collection, version.get().get("born").asString(),
                        version.get().get("version").asLong());
                all.add(new Ranking(1, vectors.kept() ? vectors.best(scope, vector, depth)
                        : byVector(scope, embedder.makes(), vector, depth)));
                all.addAll(byEarlierModels(scope, others, query, depth));
            }
            if (rankings != Rankings.VECTOR || all.size() <= others.size()) { // words find what no model here can rank
                all.add(new Ranking(1, store.search(transaction -> RANKINGS.byWords(transaction, scope.chunks(), query, depth,
                        chunk -> chunk.get("id").asString()))));
            }
            Map<String, Double> scores = RankFusion.fuse(all, RankFusion.K);
            List<String> best = scores.keySet().stream().limit(topK).toList();
            List<Hit> hits = store.search(transaction -> hits(transaction, scope, best, scores));
            if (hits.size() == best.size() || attempt == TRIES) {
                return hits;
            }
        }
    }

    /** Ranks chunks of each other model that runs in this process. Only words find the chunks of models that do not. */
    private List<Ranking> byEarlierModels(Scope scope, List<String> others, String query, int depth) throws InterruptedException {
        List<Ranking> rankings = new ArrayList<>();
        for (String make : others) {
            Optional<Embedder> maker = earlier.ofMake(make);
            if (maker.isPresent()) {
                rankings.add(new Ranking(1, byVector(scope, make, Vector.normal(maker.get().embedQuery(query)), depth)));
            }
        }
        return rankings;
    }

    /** Ranks the scope's chunks whose makes begin so in the database. The query's vector must be of the model that made them. */
    private List<String> byVector(Scope scope, String makes, float[] query, int depth) {
        return store.search(transaction -> RANKINGS.byVector(transaction, scope.chunks(makes), query, depth,
                found -> found.get("id").asString()));
    }

    private static List<Hit> hits(TransactionContext transaction, Scope scope, List<String> ids, Map<String, Double> scores) {
        Map<String, Object> parameters = new LinkedHashMap<>(scope.parameters());
        parameters.put("ids", ids);
        Map<String, Record> found = new HashMap<>();
        transaction.run(CHUNKS, parameters).forEachRemaining(chunk -> found.put(chunk.get("id").asString(), chunk));
        List<Hit> hits = new ArrayList<>();
        for (String id : ids) {
            Record chunk = found.get(id);
            if (chunk != null && chunk.values()
                    .stream().noneMatch(Value::isNull)) { // a chunk that is deleted meanwhile loses its properties
                String pointer = chunk.get("pointer").asString();
                hits.add(new Hit(scores.get(id), pointer.substring(scope.place().toString().length()),
                        new SearchHit(pointer, chunk.get("text").asString(), chunk.get("charStart").asInt(), chunk.get("charEnd").asInt(),
                                chunk.get("chunkIndex").asInt(), chunk.get("totalChunks").asInt(), chunk.get("contentHash").asString())));
            }
        }
        return hits;
    }

    /**
     * Returns the number of chunks that this gateway made or would make in the same way, by collection whose name begins so. It is 0 while
     * any chunk has another make, until a sync has replaced it. Searches find that chunk until then.
     */
    public Map<String, Long> found(String prefix) {
        Map<String, Long> found = new HashMap<>();
        store.read(transaction -> transaction.run("MATCH (k:CaravanChunk) WHERE k.collection STARTS WITH $prefix "
                + "RETURN k.collection AS collection, count(*) AS chunks, "
                + "sum(CASE WHEN k.model = $model THEN 0 ELSE 1 END) AS others",
                Map.of("model", Chunker.make(embedder), "prefix", prefix)).list())
                .forEach(row -> found.put(row.get("collection").asString(), row.get("others").asLong() == 0 ? row.get("chunks").asLong()
                        : 0));
        return found;
    }

    /**
     * A chunk as a search finds it, as JSON in snake_case (contracts, section 5).
     *
     * @param jsonPointer pointer of its string, from the document's root
     * @param chunkText   the string's substring from {@code charStart} to {@code charEnd}, in code points
     * @param contentHash SHA-256 of the whole string
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record SearchHit(String jsonPointer, String chunkText, int charStart, int charEnd, int chunkIndex, int totalChunks,
            String contentHash) {
    }

    /**
     * One result of a search, as JSON {@code {score, json_path, chunk}}.
     *
     * @param score    greater is better; comparable only within one search
     * @param jsonPath JSON Pointer of the chunk's string, relative to the searched place
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record Hit(double score, String jsonPath, SearchHit chunk) {
    }

    /** The rankings that a search uses. */
    public enum Rankings {

        /** By meaning and by words, fused. */
        HYBRID,
        /** By meaning only. */
        VECTOR,
        /** By words only. */
        KEYWORD
    }
}
