package dev.caravan.tool.discovery;

import dev.caravan.tool.CatalogueMode;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the tool search, {@code caravan.mcp.*}.
 *
 * @param mode        What tools/list shows: all, or discover for find_tools, call_tool and the pinned tools only.
 * @param callerModes Modes of single callers, by the name of their key or token.
 * @param pinned      Names of tools that tools/list shows in mode discover too.
 */
@ConfigurationProperties("caravan.mcp")
record DiscoveryProperties(
        @DefaultValue("all") CatalogueMode mode,
        @DefaultValue Map<String, CatalogueMode> callerModes,
        @DefaultValue List<String> pinned) {
}
