package dev.caravan.search;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * One result of a search, as JSON {@code {score, json_path, chunk}}.
 *
 * @param score    greater is better; comparable only within one search
 * @param jsonPath JSON Pointer of the chunk's string, relative to the searched place
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Hit(double score, String jsonPath, SearchHit chunk) {
}
