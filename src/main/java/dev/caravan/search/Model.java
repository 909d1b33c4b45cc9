package dev.caravan.search;

import dev.caravan.retrieval.Embedder;
import org.springframework.stereotype.Component;

/**
 * Identifies how chunks are made: model, dimensions and the version of cutting. Each chunk records it. A sync replaces chunks with another
 * make; searches find them until then.
 */
@Component
record Model(Embedder embedder) {

    String id() {
        return embedder.make(String.valueOf(Chunker.VERSION));
    }

    /** Returns how the makes of chunks begin whose vectors can be compared with this model's. */
    String makes() {
        return embedder.makes();
    }
}
