package dev.caravan.context;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.List;

/**
 * One change in the history of a context.
 *
 * @param version  version of the context after the change
 * @param caller   who changed it; null if an older gateway did not record it
 * @param instance id of the MCP instance whose tool changed it; null over REST
 * @param tool     name of that tool; null over REST
 * @param verb     create, update, delete, replace, undo or unknown
 * @param path     object or array whose elements changed
 * @param keys     the changed elements, or the first of them; empty for a whole context
 * @param elements number of changed elements
 * @param undoes   version of the change that this one undid; null otherwise
 * @param undoneBy version of the change that undid this one; null otherwise
 * @param canUndo  whether the values to undo it are kept, and it is not undone
 */
@JsonNaming(SnakeCaseStrategy.class)
public record ContextChange(long version, Instant at, String caller, Long instance, String tool, String verb, String path, List<String> keys, int elements,
                            Long undoes, Long undoneBy, boolean canUndo) {
}
