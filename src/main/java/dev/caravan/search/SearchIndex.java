package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.retrieval.EmbeddingException;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.json.Pointer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * The index of strings in JSON documents. A collection ({@code table:17}) is one document; a place in it is a JSON Pointer,
 * which covers what it points to and everything below. Any number of gateways may write and search at once: writers of one
 * collection take turns, and a search sees what was written before it began.
 *
 * <p>If Neo4j is away or late its driver's exceptions pass, and {@link EmbeddingException} if the model is. All methods may
 * block.
 */
@Component
public class SearchIndex {

    private final IndexWriter writer;
    private final IndexReader reader;
    private final ChunkStore store;
    private final Model model;

    SearchIndex(IndexWriter writer, IndexReader reader, ChunkStore store, Model model) {
        this.writer = writer;
        this.reader = reader;
        this.store = store;
        this.model = model;
    }

    /**
     * Makes what is indexed at {@code place} and below equal to {@code data}, and leaves everything else. May be repeated, also
     * after it broke off in the middle, and then does what is left.
     *
     * @param data     the value at {@code place}; a missing node if there is none any more
     * @param progress told from this thread
     * @return the counts at the end
     * @throws InterruptedException before the next batch of texts; what is written stays
     */
    public SyncCounts sync(String collection, Pointer place, JsonNode data, IndexProgress progress) throws InterruptedException {
        return writer.sync(new Scope(collection, place), data, progress);
    }

    /**
     * Removes what is at none of the places or below; with no places, the whole collection.
     *
     * @return how many chunks that were
     */
    public int keepOnly(String collection, List<Pointer> places) throws InterruptedException {
        return writer.keepOnly(collection, places);
    }

    /**
     * The best chunks at {@code place} and below, best first, by meaning and by words.
     *
     * @param query not blank; nothing in it is syntax
     * @param topK  at least 1
     */
    public List<Hit> search(String collection, Pointer place, String query, int topK) throws InterruptedException {
        return search(collection, place, query, topK, Rankings.HYBRID);
    }

    /** As {@link #search(String, Pointer, String, int)}, by the rankings that are asked for. */
    public List<Hit> search(String collection, Pointer place, String query, int topK, Rankings rankings) throws InterruptedException {
        if (query.isBlank() || topK < 1) {
            throw new IllegalArgumentException("A search needs a query and at least one result");
        }
        return reader.search(new Scope(collection, place), query, topK, rankings);
    }

    /** How many chunks this gateway's searches find in each collection; 0 where some are of another model, until a sync has replaced them. */
    public Map<String, Long> found() {
        Map<String, Long> found = new HashMap<>();
        store.read(transaction -> transaction.run("MATCH (k:CaravanChunk) RETURN k.collection AS collection, count(*) AS chunks, "
                + "sum(CASE WHEN k.model = $model THEN 0 ELSE 1 END) AS others", Map.of("model", model.id())).list())
                .forEach(row -> found.put(row.get("collection").asString(), row.get("others").asLong() == 0 ? row.get("chunks").asLong() : 0));
        return found;
    }
}
