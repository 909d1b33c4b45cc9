package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.CacheHints;
import java.util.NavigableMap;
import java.util.Optional;

/** The tools that a caller may see and call. */
public interface ToolCatalogue {

    /** The tool of that name; empty if this catalogue doesn't have it. */
    Optional<ToolConsumer> find(String name);

    /** Every tool's definition by name, in the order of names, so that lists are the same each time. */
    NavigableMap<String, JsonNode> definitions();

    /** {@code public}, or {@code private} where what is seen depends on the caller (MCP 2026-07-28, cache hints). */
    default String cacheScope() {
        return CacheHints.PUBLIC;
    }
}
