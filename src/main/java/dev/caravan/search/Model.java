package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import org.springframework.stereotype.Component;

/**
 * Identifies how chunks are made: model, dimensions and the version of cutting. Each chunk records it. A sync replaces chunks with another
 * make; searches find them until then.
 */
@Component
class Model {

    private final String id;
    private final String makes;

    Model(Embedder embedder) {
        this.id = embedder.make(String.valueOf(Chunker.VERSION));
        this.makes = embedder.makes();
    }

    String id() {
        return id;
    }

    /** Returns how the makes of chunks begin whose vectors can be compared with this model's. */
    String makes() {
        return makes;
    }
}
