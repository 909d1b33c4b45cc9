package dev.caravan.search;

import dev.caravan.retrieval.ChunkKind;
import dev.caravan.retrieval.ChunkKind.Field;
import dev.caravan.retrieval.ChunkSchema;
import dev.caravan.retrieval.Embedder;
import dev.caravan.store.Installation;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Creates the constraints and indexes for chunks of contexts. The vector index is for users who look for neighbours in all
 * contexts of the installation. A search in a
 * scope compares the vectors itself, since it must be exact.
 */
@Component
class SearchSchema extends ChunkSchema {

    static final ChunkKind KIND = new ChunkKind("CaravanChunk", "caravan_chunk_text", "cjk", List.of(new Field("text", 1)), "k.id AS id",
            "k.pointer, k.chunkIndex, k.id");

    private static final List<String> STATEMENTS = List.of(
            "CREATE CONSTRAINT caravan_chunk_id IF NOT EXISTS FOR (k:CaravanChunk) REQUIRE k.id IS UNIQUE",
            "CREATE CONSTRAINT caravan_collection_name IF NOT EXISTS FOR (c:CaravanCollection) REQUIRE c.name IS UNIQUE",
            "CREATE INDEX caravan_chunk_content IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.contentHash)",
            "CREATE INDEX caravan_chunk_changed IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.changed)",
            "CREATE INDEX caravan_chunk_model IF NOT EXISTS FOR (k:CaravanChunk) ON (k.collection, k.model)");

    private final Installation installation;

    SearchSchema(ChunkStore store, Embedder embedder, Installation installation) {
        super("the constraints and indexes of search", store, KIND, embedder, STATEMENTS);
        this.installation = installation;
    }

    /** Returns the label of the installation's chunks, in addition to the label of all chunks. */
    static String label(Installation installation) {
        return KIND.label() + "_" + installation.id();
    }

    static String vectorIndex(Installation installation) {
        return "caravan_chunk_embedding_" + installation.id();
    }

    @Override
    protected void prepare() {
        super.prepare();
        vectorIndex(vectorIndex(installation), label(installation));
    }
}
