package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.IndexProgress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * The index of strings in JSON documents. A collection ({@code ID:table:17}) is one document. A place is a JSON Pointer, and covers its
 * value and everything below. Any number of gateways may write and search at the same time: writers of one collection take turns, and a
 * search sees everything that was written before it began.
 *
 * <p>All methods may block. They throw the exceptions of Neo4j's driver, and {@link EmbeddingException} if the model fails.
 */
@Component
public record SearchIndex(IndexWriter writer, IndexReader reader, ChunkStore store, Model model) {

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
    public List<IndexReader.Hit> search(String collection, Pointer place, String query, int topK) throws InterruptedException {
        return search(collection, place, query, topK, IndexReader.Rankings.HYBRID);
    }

    /** Works like {@link #search(String, Pointer, String, int)}, with these rankings. */
    public List<IndexReader.Hit> search(String collection, Pointer place, String query, int topK,
            IndexReader.Rankings rankings) throws InterruptedException {
        if (query.isBlank() || topK < 1) {
            throw new IllegalArgumentException("query must not be blank, and top_k must be at least 1");
        }
        return reader.search(new Scope(collection, place), query, topK, rankings);
    }

    /**
     * Returns the number of chunks that this gateway made or would make in the same way, by collection whose name begins so. It is 0 while
     * any chunk has another make, until a sync has replaced it. Searches find that chunk until then.
     */
    public Map<String, Long> found(String prefix) {
        Map<String, Long> found = new HashMap<>();
        store.read(transaction -> transaction.run("MATCH (k:CaravanChunk) WHERE k.collection STARTS WITH $prefix "
                + "RETURN k.collection AS collection, count(*) AS chunks, "
                + "sum(CASE WHEN k.model = $model THEN 0 ELSE 1 END) AS others", Map.of("model", model.id(), "prefix", prefix)).list())
                .forEach(row -> found.put(row.get("collection").asString(), row.get("others").asLong() == 0 ? row.get("chunks").asLong()
                        : 0));
        return found;
    }
}
