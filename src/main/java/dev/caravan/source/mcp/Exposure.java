package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.KebabCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.routes.NamePatterns;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.SettingsChecks;
import java.util.List;
import java.util.Map;

/**
 * What the gateway offers of an upstream server as its own.
 *
 * @param prefix    Prefix of each tool's name.
 * @param tools     Names of tools to offer. {@code *} matches any characters, and {@code !} before a name excludes it. The last matching
 *                  entry decides.
 * @param maxTools  Maximum number of tools. If the server has more, the first ones of its list are offered.
 * @param pin       Whether a new or changed definition waits for approval, of tools, resources and prompts. A tool whose hints promise less
 *                  than before always waits.
 * @param resources Whether resources and templates are offered too, with their own URIs.
 * @param prompts   Whether prompts are offered too, with the prefix.
 * @param override  Changes to single tools, by the server's own tool name.
 */
@JsonNaming(KebabCaseStrategy.class)
public record Exposure(String prefix, List<String> tools, Integer maxTools, boolean pin, boolean resources, boolean prompts,
        Map<String, OfferedDefinition.Override> override) {

    private static final int MOST_TOOLS = 500;

    public Exposure {
        prefix = prefix == null ? "" : prefix;
        tools = tools == null ? List.of("*") : tools;
        maxTools = maxTools == null ? MOST_TOOLS : maxTools;
        override = override == null ? Map.of() : override;
        SettingsChecks.exposed(prefix, maxTools);
    }

    /** Whether the settings offer a tool with this name. */
    public boolean offers(String tool) {
        return new NamePatterns(tools).admit(tool);
    }
}
