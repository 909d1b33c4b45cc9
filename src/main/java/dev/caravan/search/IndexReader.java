package dev.caravan.search;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.EarlierModels;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.RankFusion;
import dev.caravan.retrieval.RankFusion.Ranking;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/**
 * Searches the index. Takes both rankings of a scope to a depth below which no chunk can be among the results, and fuses them. Then reads
 * the chunks themselves, so that the answer has what the database holds now.
 *
 * <p>While the index is made again, it searches the chunks of all makes, with a ranking by vectors for each model.
 */
@Component
public record IndexReader(ChunkStore store, Embedder embedder, EarlierModels earlier, VectorRanking vectors, Model model) {

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

    private static final ChunkRankings WORDS = new ChunkRankings(SearchSchema.KIND);

    List<Hit> search(Scope scope, String query, int topK, Rankings rankings) throws InterruptedException {
        float[] vector = Vector.normal(embedder.embedQuery(query));
        int depth = Math.max(LEAST_DEPTH, 2 * topK + 60);
        for (int attempt = 1; ; attempt++) {
            Optional<CollectionVersion> version = store.search(transaction -> transaction.run(VERSION, Map.of("name", scope.collection()))
                    .stream().findFirst().map(found -> new CollectionVersion(found.get("born").asString(), found.get("version").asLong())));
            if (version.isEmpty()) {
                return List.of();
            }
            List<String> others = store.search(transaction -> transaction.run(OTHERS, Map.of("collection", scope.collection(), "makes",
                    model.makes(), "beyond", model.makes() + Character.MAX_VALUE)).list(found -> found.get("make").asString()));
            List<Ranking> all = new ArrayList<>();
            if (rankings.byVector()) {
                all.add(new Ranking(1, vectors.rank(scope, version.get(), vector, depth)));
                all.addAll(byEarlierModels(scope, others, query, depth));
            }
            boolean byKeyword = rankings.byKeyword() || all.size() <= others.size(); // words find what no model here can rank
            Found found = store.search(transaction -> {
                List<String> byWords = byKeyword
                        ? WORDS.byWords(transaction, scope.chunks(), query, depth, chunk -> chunk.get("id").asString()) : List.of();
                Map<String, Double> scores = RankFusion.fuse(Stream.concat(all.stream(), Stream.of(new Ranking(1, byWords))).toList(),
                        RankFusion.K);
                List<String> best = scores.keySet().stream().limit(topK).toList();
                return new Found(hits(transaction, scope, best, scores), best.size());
            });
            if (found.hits.size() == found.wanted || attempt == TRIES) {
                return found.hits;
            }
        }
    }

    /** Ranks chunks of each other model that runs in this process. Only words find the chunks of models that do not. */
    private List<Ranking> byEarlierModels(Scope scope, List<String> others, String query, int depth) throws InterruptedException {
        List<Ranking> rankings = new ArrayList<>();
        for (String make : others) {
            Optional<Embedder> maker = earlier.of(make);
            if (maker.isPresent()) {
                float[] vector = Vector.normal(maker.get().embedQuery(query));
                rankings.add(new Ranking(1, vectors.inDatabase(scope, make, vector, depth)));
            }
        }
        return rankings;
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
