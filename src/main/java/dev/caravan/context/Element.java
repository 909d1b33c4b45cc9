package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One thing to be created or changed.
 *
 * @param key     of an object the member's name; of an array its index, which a new item ignores; null if not given
 * @param content any JSON, null too
 */
public record Element(String key, JsonNode content) {
}
