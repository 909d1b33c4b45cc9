package dev.caravan.retrieval;

import java.util.Map;

/**
 * Which chunks of a kind are searched.
 *
 * @param word       that these chunks alone have in {@code scope}
 * @param matches    the same in Cypher, of the chunk {@code k}
 * @param parameters of that
 */
public record ChunkScope(String word, String matches, Map<String, Object> parameters) {
}
