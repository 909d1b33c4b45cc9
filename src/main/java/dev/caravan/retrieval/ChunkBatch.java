package dev.caravan.retrieval;

import java.util.List;
import java.util.Map;
import org.neo4j.driver.TransactionContext;

/** Chunks that are written at once, with whatever of their source has to change with them. */
public interface ChunkBatch {

    List<NewChunk> chunks();

    /** {content: vector} of chunks in the index that are equal to some of these. */
    Map<String, float[]> known(TransactionContext transaction);

    /** Cypher that makes the chunk {@code k} of a {@code row} with {@code key}, {@code properties} and {@code vector}, the vector's bytes; {@code $version} is the version that begins with it. */
    String create();

    /** Writes, before the chunks and in their transaction, what changes with them. */
    void begin(TransactionContext transaction);
}
