package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/** A tool together with its binding to an MCP instance. */
@JsonNaming(SnakeCaseStrategy.class)
record BoundToolRecord(long toolId, long bindingId, boolean bindingStatus, Instant createdAt, String userId, String name, String type, long tableId,
                       String jsonPath, String alias, String description, JsonNode inputSchema, JsonNode outputSchema, JsonNode metadata) {

    static BoundToolRecord of(ToolRecord tool, long bindingId, boolean bindingStatus) {
        return new BoundToolRecord(tool.id(), bindingId, bindingStatus, tool.createdAt(), tool.userId(), tool.name(), tool.type(), tool.tableId(),
                tool.jsonPath(), tool.alias(), tool.description(), tool.inputSchema(), tool.outputSchema(), tool.metadata());
    }
}
