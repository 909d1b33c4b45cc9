package dev.caravan.retrieval;

import java.util.Map;

/**
 * A chunk that the index lacks.
 *
 * @param key        by which the statement that makes it knows it, or what it hangs on
 * @param content    chunks of equal content have equal vectors
 * @param embedded   the text that its vector is of
 * @param properties of its node, beside the vector
 */
public record NewChunk(String key, String content, String embedded, Map<String, Object> properties) {
}
