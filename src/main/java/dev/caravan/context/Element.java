package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An element to create or change.
 *
 * @param key     in an object the name of the member; in an array the index, which a new item ignores; null if not given
 * @param content any JSON, also null
 */
public record Element(String key, JsonNode content) {
}
