package dev.caravan.retrieval;

import java.util.Map;

/**
 * A chunk that the index does not have yet.
 *
 * @param key        identifies the chunk, or the node that it belongs to, in the statement that creates it
 * @param content    identifies the content: chunks with equal content have equal vectors
 * @param embedded   the text to embed
 * @param properties of its node, except the vector
 */
public record NewChunk(String key, String content, String embedded, Map<String, Object> properties) {
}
