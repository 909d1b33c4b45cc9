package dev.caravan.search;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.EarlierModels;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Searches the index. Takes both rankings of a scope to a depth below which no chunk can be among the results, and fuses them. Then reads
 * the chunks themselves, so that the answer has what the database holds now.
 *
 * <p>While the index is made again, it searches the chunks of all makes. A ranking by vectors has one model, and counts as much as that
 * model's part of the scope.
 */
@Component
public class IndexReader {

    private static final Logger LOG = LoggerFactory.getLogger(IndexReader.class);

    /** A chunk that is below rank 2 * 20 + 60 in both rankings cannot come before rank 20 of either. */
    private static final int LEAST_DEPTH = 100;
    private static final int TRIES = 3;

    private static final String VERSION = "MATCH (c:CaravanCollection {name: $name}) RETURN c.born AS born, c.version AS version";
    private static final String CHUNKS = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) WHERE " + Scope.MATCHES
            + " RETURN k.id AS id, k.pointer AS pointer, k.text AS text, k.charStart AS charStart, k.charEnd AS charEnd, k.chunkIndex AS "
            + "chunkIndex, "
            + "k.totalChunks AS totalChunks, k.contentHash AS contentHash";

    /** Finds at once that no chunk has another make: both parts read one entry of an index. */
    private static final String OTHERS = "CALL { MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.model < $model RETURN "
            + "k.model AS make LIMIT 1 "
            + "UNION MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.model > $model RETURN k.model AS make LIMIT 1 } RETURN "
            + "make";
    private static final String MAKES = "MATCH (k:CaravanChunk) WHERE k.changed >= 0 AND " + Scope.MATCHES
            + " RETURN k.model AS make, count(*) AS chunks";

    private final ChunkStore store;
    private final Embedder embedder;
    private final EarlierModels earlier;
    private final VectorRanking vectors;
    private final Model model;
    private final ChunkRankings words = new ChunkRankings(SearchSchema.KIND);

    IndexReader(ChunkStore store, Embedder embedder, EarlierModels earlier, VectorRanking vectors, Model model) {
        this.store = store;
        this.embedder = embedder;
        this.earlier = earlier;
        this.vectors = vectors;
        this.model = model;
    }

    List<Hit> search(Scope scope, String query, int topK, Rankings rankings) throws InterruptedException {
        float[] vector = Vector.normal(embedder.embedQuery(query));
        int depth = Math.max(LEAST_DEPTH, 2 * topK + 60);
        for (int attempt = 1; ; attempt++) {
            State state = store.search(transaction -> state(transaction, scope));
            if (state.version.isEmpty()) {
                return List.of();
            }
            Makes makes = state.makes;
            List<Ranking> byVector = new ArrayList<>();
            if (rankings.byVector()) {
                byVector.add(new Ranking(makes.shareOfComparable(), vectors.rank(scope, state.version.get(), makes.comparable(), vector,
                        depth)));
                byVector.addAll(byEarlierModels(scope, makes, query, depth));
            }
            boolean byKeyword = rankings.byKeyword()
                    || byVector.size() < 1 + makes.others().size(); // words find what no model here can rank
            Found found = store.search(transaction -> {
                List<Ranking> all = new ArrayList<>(byVector);
                if (byKeyword) {
                    all.add(new Ranking(1, words.byWords(transaction, scope.chunks(makes.all()), query, depth, chunk ->
                            chunk.get("id").asString())));
                }
                Map<String, Double> scores = RankFusion.fuse(all, RankFusion.K);
                List<String> best = scores.keySet().stream().limit(topK).toList();
                return new Found(hits(transaction, scope, best, scores), best.size());
            });
            if (found.hits.size() == found.wanted || attempt == TRIES) {
                return found.hits;
            }
        }
    }

    /** Ranks chunks of each other model that runs in this process. Only words find the chunks of models that do not. */
    private List<Ranking> byEarlierModels(Scope scope, Makes makes, String query, int depth) throws InterruptedException {
        List<Ranking> rankings = new ArrayList<>();
        for (String make : makes.others()) {
            Optional<Embedder> maker = earlier.of(make);
            if (maker.isPresent()) {
                try {
                    float[] vector = Vector.normal(maker.get().embedQuery(query));
                    rankings.add(new Ranking(makes.shareOf(make), vectors.inDatabase(scope, List.of(make), vector, depth)));
                } catch (EmbeddingException e) {
                    LOG.debug("Chunks of an earlier model are searched by words only make={}", make, e);
                }
            }
        }
        return rankings;
    }

    private State state(TransactionContext transaction, Scope scope) {
        Optional<CollectionVersion> version = transaction.run(VERSION, Map.of("name", scope.collection())).stream().findFirst()
                .map(found -> new CollectionVersion(found.get("born").asString(), found.get("version").asLong()));
        Map<String, Long> makes = new LinkedHashMap<>();
        if (version.isPresent() && !transaction.run(OTHERS, Map.of("collection", scope.collection(), "model",
                model.id())).list().isEmpty()) {
            transaction.run(MAKES, scope.parameters()).forEachRemaining(found -> makes.put(found.get("make").asString(),
                    found.get("chunks").asLong()));
        }
        return new State(version, new Makes(model, makes));
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

    /** @param version empty if there is no such collection */
    private record State(Optional<CollectionVersion> version, Makes makes) {
    }

    /** @param wanted expected number of hits; fewer if chunks were deleted meanwhile */
    private record Found(List<Hit> hits, int wanted) {
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
    public record Hit(double score, String jsonPath, IndexReader.SearchHit chunk) {
    }

    /** The rankings that a search uses. */
    public enum Rankings {

        /** By meaning and by words, fused. */
        HYBRID,
        /** By meaning only. */
        VECTOR,
        /** By words only. */
        KEYWORD;

        boolean byVector() {
            return this != KEYWORD;
        }

        boolean byKeyword() {
            return this != VECTOR;
        }
    }

    /**
     * Counts the writes to a collection.
     *
     * @param born a new value each time that a collection with this name is created
     */
    record CollectionVersion(String born, long version) {
    }
}
