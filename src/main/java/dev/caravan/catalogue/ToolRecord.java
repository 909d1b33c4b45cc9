package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * A tool as its owner made it: one kind of operation on one place of one context.
 *
 * @param jsonPath    JSON Pointer of the place; empty for the whole context
 * @param alias       name for people; may be null
 * @param inputSchema null for the schema of the tool's type
 * @param metadata    settings of the type, such as {@code preview_keys}; may be null
 */
@JsonNaming(SnakeCaseStrategy.class)
record ToolRecord(long id, Instant createdAt, Instant updatedAt, String userId, long tableId, String jsonPath, String type, String name,
                  String alias, String description, JsonNode inputSchema, JsonNode outputSchema, JsonNode metadata) {
}
