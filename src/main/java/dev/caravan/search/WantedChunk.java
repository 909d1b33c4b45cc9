package dev.caravan.search;

import dev.caravan.retrieval.NewChunk;
import dev.caravan.store.Sha256;
import java.util.Map;

/**
 * A chunk that the index should have.
 *
 * @param id hash of the content, place and model. Every gateway computes the same id, so no chunk is stored twice
 */
record WantedChunk(String id, String pointer, String contentHash, Chunk chunk) {

    private static final int ID_LENGTH = 40;

    static WantedChunk of(String model, String collection, String pointer, String contentHash, Chunk chunk) {
        String id = Sha256.hex(String.join("\n", model, collection, pointer, contentHash, String.valueOf(chunk.index()))).substring(0, ID_LENGTH);
        return new WantedChunk(id, pointer, contentHash, chunk);
    }

    /** Identifies the content: chunks with equal content have equal vectors. */
    String content() {
        return contentHash + "/" + chunk.index();
    }

    NewChunk fresh(String model, String collection) {
        return new NewChunk(id, content(), chunk.text(), Map.of("collection", collection, "model", model, "pointer", pointer, "contentHash", contentHash, "chunkIndex", chunk.index(),
                "totalChunks", chunk.total(), "charStart", chunk.charStart(), "charEnd", chunk.charEnd(), "text", chunk.text(),
                "scope", String.join(" ", Scope.words(model, collection, pointer))));
    }
}
