package dev.caravan.context;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * A JSON document that tools can be bound to.
 *
 * @param data    null in lists, which do not read it
 * @param version number of changes of the data
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ContextTable(long id, String userId, String name, String description, @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode data,
                           long version, Instant createdAt, Instant updatedAt) {
}
