package dev.caravan.retrieval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.neo4j.driver.TransactionContext;

/** Writes chunks with their vectors, taken from an equal chunk in the index or else from the model. Each batch is one transaction. */
public record ChunkWriter(Neo4jStore store, Embedder embedder) {

    private static final String SET_VECTOR = " WITH k, row CALL db.create.setNodeVectorProperty(k, 'embedding', row.embedding)";

    /**
     * @param known  finds {content: vector} of chunks in the index that are equal to some of these
     * @param before writes other changes of the source, in the transaction of the chunks
     * @param create Cypher that creates the chunk {@code k} of a {@code row} with {@code key}, {@code properties} and {@code vector}
     *         (bytes). {@code $version} is the version that this transaction makes
     * @return number of texts that the model embedded
     * @throws Lease.LostException  if another writer has the lease
     * @throws InterruptedException before anything is written
     */
    public int write(Lease lease, List<NewChunk> chunks, Function<TransactionContext, Map<String, float[]>> known,
            Consumer<TransactionContext> before, String create)
            throws InterruptedException {
        Map<String, float[]> vectors = chunks.isEmpty() ? Map.of() : store.read(known);
        int embedded = embed(chunks, vectors);
        List<Map<String, Object>> rows = chunks.stream().map(chunk -> row(chunk, vectors.get(chunk.content()))).toList();
        store.write(transaction -> {
            long version = lease.begin(transaction);
            before.accept(transaction);
            return rows.isEmpty() ? null : transaction.run("UNWIND $rows AS row " + create + SET_VECTOR,
                    Map.of("rows", rows, "version", version)).consume();
        });
        return embedded;
    }

    private int embed(List<NewChunk> chunks, Map<String, float[]> vectors) throws InterruptedException {
        Map<String, List<String>> fresh = new LinkedHashMap<>();
        chunks.stream().filter(chunk -> !vectors.containsKey(chunk.content())).forEach(chunk -> fresh.computeIfAbsent(chunk.embedded(),
                text -> new ArrayList<>()).add(chunk.content()));
        if (fresh.isEmpty()) {
            return 0;
        }
        List<float[]> made = embedder.embedPassages(List.copyOf(fresh.keySet()));
        int i = 0;
        for (List<String> contents : fresh.values()) {
            float[] vector = Vector.normal(made.get(i++));
            contents.forEach(content -> vectors.put(content, vector));
        }
        return fresh.size();
    }

    private static Map<String, Object> row(NewChunk chunk, float[] vector) {
        return Map.of("key", chunk.key(), "properties", chunk.properties(), "vector", Vector.bytes(vector), "embedding",
                Vector.list(vector));
    }

    /**
     * A chunk that the index does not have yet.
     *
     * @param key        identifies the chunk, or the node that it belongs to, in the statement that creates it
     * @param content    identifies the content: chunks with equal content have equal vectors
     * @param embedded   the text to embed
     * @param properties of its node, except the vector
     */
    public record NewChunk(String key, String content, String embedded, Map<String, Object> properties) {
    }
}
