package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;

/** The embedding model for code and for questions about it. */
record CodeModel(Embedder embedder) {
}
