package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.ChunkRankings;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.retrieval.Vector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.neo4j.driver.Record;
import org.neo4j.driver.TransactionContext;
import org.neo4j.driver.Value;
import org.springframework.stereotype.Component;

/**
 * The index of strings in JSON documents. A collection ({@code ID:table:17}) is one document. A place is a JSON Pointer, and covers its
 * value and everything below. Any number of gateways may write and search at the same time: writers of one collection take turns, and a
 * search sees everything that was written before it began.
 *
 * <p>A search ranks the chunks of a scope by meaning and by words. Then it reads the best themselves, so that the answer has what the
 * database holds now. While the index is made again for another model, only words find the chunks of the earlier one.
 *
 * <p>All methods may block. They throw the exceptions of Neo4j's driver, and {@link EmbeddingException} if the model fails.
 */
@Component
public record SearchIndex(IndexWriter writer, ChunkStore store, VectorMemory memory, Embedder embedder) {

    /** Chunks of each ranking that are compared. */
    private static final int DEPTH = 100;
    private static final int TRIES = 3;

    private static final String VERSION = "MATCH (c:CaravanCollection {name: $name}) RETURN c.born AS born, c.version AS version";
    private static final String CHUNKS = "UNWIND $ids AS id MATCH (k:CaravanChunk {id: id}) WHERE " + Scope.MATCHES
            + " RETURN k.id AS id, k.pointer AS pointer, k.text AS text, k.charStart AS charStart, k.charEnd AS charEnd, k.chunkIndex AS "
            + "chunkIndex, "
            + "k.totalChunks AS totalChunks, k.contentHash AS contentHash";

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
        float[] vector = embedder.isOff() ? null : Vector.normal(embedder.embedQuery(query));
        int depth = Math.max(DEPTH, topK);
        for (int attempt = 1; ; attempt++) {
            Optional<Record> version = store.search(transaction -> transaction.run(VERSION, Map.of("name", collection))
                    .stream().findFirst());
            if (version.isEmpty()) {
                return List.of();
            }
            Map<String, Double> cosines = Map.of();
            if (rankings != Rankings.KEYWORD && vector != null) {
                CollectionVectors vectors = memory.of(collection, version.get().get("born").asString(),
                        version.get().get("version").asLong());
                cosines = vectors.kept() ? vectors.best(scope, vector, depth) : byVector(scope, vector, depth);
            }
            List<WordHit> words = rankings == Rankings.VECTOR && !cosines.isEmpty() ? List.of() : byWords(scope, query);
            Map<String, Double> scores = scores(cosines, words, new WordShare(query));
            List<String> best = scores.keySet().stream().limit(topK).toList();
            List<Hit> hits = store.search(transaction -> hits(transaction, scope, best, scores));
            if (hits.size() == best.size() || attempt == TRIES) {
                return hits;
            }
        }
    }

    /** Returns {id: cosine} of the best chunks of this model, best first, as the database computes them. */
    private Map<String, Double> byVector(Scope scope, float[] query, int depth) {
        Map<String, Double> cosines = new LinkedHashMap<>();
        store.search(transaction -> RANKINGS.byVector(transaction, scope.chunks(embedder.makes()), query, depth, found -> found))
                .forEach(found -> cosines.put(found.get("id").asString(), 2 * found.get("score").asDouble() - 1)); // it has 0 to 1
        return cosines;
    }

    /**
     * A chunk with words of the query.
     *
     * @param score by BM25
     */
    private record WordHit(String id, double score, String text) {
    }

    private List<WordHit> byWords(Scope scope, String query) {
        return store.search(transaction -> RANKINGS.byWords(transaction, scope.chunks(), query, DEPTH, found ->
                new WordHit(found.get("id").asString(), found.get("score").asDouble(), found.get("text").asString(""))));
    }

    /**
     * Returns {id: score}, best first: the cosine, and up to a half more for the share of the query that stands in the chunk word by word.
     * A few words in common say little, so the third power of the share counts. A code, a name or a sentence of the chunk says much.
     * Without cosines, the score is that of the words.
     */
    private static Map<String, Double> scores(Map<String, Double> cosines, List<WordHit> words, WordShare query) {
        Map<String, Double> scores = new LinkedHashMap<>(cosines);
        double least = cosines.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
        for (WordHit hit : words) {
            double more = cosines.isEmpty() ? hit.score() : Math.pow(query.in(hit.text()), 3) / 2;
            scores.put(hit.id(), scores.getOrDefault(hit.id(), least) + more);
        }
        Map<String, Double> best = new LinkedHashMap<>();
        scores.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> best.put(entry.getKey(), entry.getValue()));
        return best;
    }

    /** Which share of a query's letters is in words that a text has too. A word of Chinese or Japanese is a pair of characters. */
    private static final class WordShare {

        private static final String JOINED = "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]";
        /** A pair of characters of a script without spaces, whose second begins the next pair; a single one of these; another word. */
        private static final Pattern WORD = Pattern.compile("(" + JOINED + ")(?=(" + JOINED + "))|(?<!" + JOINED + ")" + JOINED
                + "|[\\p{L}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]]+");

        private final Set<String> words;

        WordShare(String query) {
            this.words = words(query);
        }

        double in(String text) {
            Set<String> there = words(text);
            int letters = words.stream().mapToInt(String::length).sum();
            return letters == 0 ? 0 : (double) words.stream().filter(there::contains).mapToInt(String::length).sum() / letters;
        }

        private static Set<String> words(String text) {
            Set<String> words = new HashSet<>();
            WORD.matcher(text.toLowerCase(Locale.ROOT)).results()
                    .forEach(word -> words.add(word.group(1) == null ? word.group() : word.group(1) + word.group(2)));
            return words;
        }
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

        /** By meaning, and by words that are those of the query. */
        HYBRID,
        /** By meaning only. */
        VECTOR,
        /** By words only. */
        KEYWORD
    }
}
