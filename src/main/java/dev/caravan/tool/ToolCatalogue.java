package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.CacheHints;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.camel.Exchange;

/** The tools that a caller may see and call. */
public interface ToolCatalogue {

    /** The exchange property with the caller's catalogue; absent: the gateway's own, the tools whose routes run. */
    String PROPERTY = "toolCatalogue";

    static ToolCatalogue of(Exchange exchange, ToolRegistry gateways) {
        ToolCatalogue own = exchange.getProperty(PROPERTY, ToolCatalogue.class);
        return own == null ? gateways : own;
    }

    /** The tool of that name; empty if this catalogue doesn't have it. */
    Optional<? extends Tool> find(String name);

    /** Why a caller can't have the tool that {@link #find} didn't find. */
    default String refusal(String name) {
        return "Unknown tool: " + name;
    }

    /** Every tool's definition by name, in the order of names, so that lists are the same each time. */
    NavigableMap<String, JsonNode> definitions();

    /** {@code public}, or {@code private} where what is seen depends on the caller (MCP 2026-07-28, cache hints). */
    default String cacheScope() {
        return CacheHints.PUBLIC;
    }
}
