package dev.caravan.intelligence.index;

import dev.caravan.retrieval.Embedder;

/** The model that embeds code and questions about it. */
record CodeModel(Embedder embedder) {
}
