package dev.caravan.search;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * One result of a search; as JSON {@code {score, json_path, chunk}}.
 *
 * @param score    greater is better; comparable within one search only
 * @param jsonPath of the chunk's string, from the place that was searched
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Hit(double score, String jsonPath, SearchHit chunk) {
}
