package dev.caravan.search;

import dev.caravan.retrieval.ChunkBatch;
import dev.caravan.retrieval.NewChunk;
import dev.caravan.retrieval.Vector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.neo4j.driver.TransactionContext;

/** Chunks that a collection lacks; equal are those at the same place of an equal string. */
record CollectionBatch(String model, String collection, List<WantedChunk> wanted) implements ChunkBatch {

    private static final String KNOWN = "UNWIND $wanted AS w CALL { WITH w MATCH (k:CaravanChunk) WHERE k.collection = $collection AND k.contentHash = w.contentHash "
            + "AND k.chunkIndex = w.chunkIndex AND k.model = $model RETURN k.vector AS vector LIMIT 1 } RETURN w.content AS content, vector";

    @Override
    public List<NewChunk> chunks() {
        return wanted.stream().map(chunk -> chunk.fresh(model, collection)).toList();
    }

    @Override
    public Map<String, float[]> known(TransactionContext transaction) {
        List<Map<String, Object>> contents = wanted.stream().map(chunk -> Map.<String, Object>of("content", chunk.content(), "contentHash", chunk.contentHash(),
                "chunkIndex", chunk.chunk().index())).distinct().toList();
        Map<String, float[]> known = new HashMap<>();
        transaction.run(KNOWN, Map.of("wanted", contents, "collection", collection, "model", model))
                .forEachRemaining(found -> known.put(found.get("content").asString(), Vector.of(found.get("vector").asByteArray())));
        return known;
    }

    @Override
    public String create() {
        return "MERGE (k:CaravanChunk {id: row.key}) ON CREATE SET k += row.properties, k.changed = $version, k.vector = row.vector";
    }

    @Override
    public void begin(TransactionContext transaction) {
        // a chunk is all there is
    }
}
