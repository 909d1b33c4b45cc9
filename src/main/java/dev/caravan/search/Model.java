package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import org.springframework.stereotype.Component;

/**
 * What chunks were made with, which each of them records: model, dimensions and the way of cutting. Chunks of another make are
 * not compared with; a sync replaces them.
 */
@Component
class Model {

    private final String id;

    Model(Embedder embedder) {
        this.id = embedder.make(String.valueOf(Chunker.VERSION));
    }

    String id() {
        return id;
    }
}
