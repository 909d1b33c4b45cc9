package dev.caravan.search;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * A chunk as a search finds it, as JSON in snake_case (contracts, section 5).
 *
 * @param jsonPointer pointer of its string, from the document's root
 * @param chunkText   the string's substring from {@code charStart} to {@code charEnd}, in code points
 * @param contentHash SHA-256 of the whole string
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SearchHit(String jsonPointer, String chunkText, int charStart, int charEnd, int chunkIndex, int totalChunks, String contentHash) {
}
