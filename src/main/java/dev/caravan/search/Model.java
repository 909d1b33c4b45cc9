package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import org.springframework.stereotype.Component;

/**
 * Identifies how chunks are made: model, dimensions and the version of cutting. Each chunk records it. Searches ignore chunks with another make; a
 * sync replaces them.
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
