package dev.caravan.call.discovery;

import dev.caravan.call.tool.CatalogueMode;
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
 * @param foundTools  Which tools are added to tools/list of a legacy session in mode discover: none, called or found.
 * @param mostFound   Tools that a session's list may gain. The tools found first leave it.
 */
@ConfigurationProperties("caravan.mcp")
record DiscoveryProperties(
        @DefaultValue("all") CatalogueMode mode,
        @DefaultValue Map<String, CatalogueMode> callerModes,
        @DefaultValue List<String> pinned,
        @DefaultValue("none") FoundTools.Shown foundTools,
        @DefaultValue("20") int mostFound) {

    private static final int MOST = 200;

    DiscoveryProperties {
        if (mostFound < 1 || mostFound > MOST) {
            throw new IllegalArgumentException("caravan.mcp.most-found must be 1 to " + MOST + ", got " + mostFound);
        }
    }
}
