package dev.caravan.search;

import dev.caravan.retrieval.ChunkKind;
import dev.caravan.retrieval.ChunkKind.Field;
import dev.caravan.retrieval.ChunkSchema;
import dev.caravan.retrieval.Embedder;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Creates the constraints and indexes for chunks of contexts. There is no vector index: a search compares all vectors of its scope, since
 * it must be exact.
 */
@Component
class SearchSchema extends ChunkSchema {

    static final ChunkKind KIND = new ChunkKind("CaravanChunk", "caravan_chunk_text", "cjk", List.of(new Field("text", 1)),
            "k.id AS id, k.text AS text",
            "k.pointer, k.chunkIndex, k.id");

    private static final List<String> STATEMENTS = List.of(
            "CREATE CONSTRAINT caravan_chunk_id IF NOT EXISTS FOR (k:CaravanChunk) REQUIRE k.id IS UNIQUE",
            "CREATE CONSTRAINT caravan_collection_name IF NOT EXISTS FOR (c:CaravanCollection) REQUIRE c.name IS UNIQUE",
            "CREATE INDEX caravan_chunk_content IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.contentHash)",
            "CREATE INDEX caravan_chunk_changed IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.changed)",
            "CREATE INDEX caravan_chunk_model IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.model)");

    SearchSchema(ChunkStore store, Embedder embedder) {
        super("the constraints and indexes of search", store, KIND, embedder, STATEMENTS);
    }
}
