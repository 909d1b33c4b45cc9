package dev.caravan.source.mcp;

import dev.caravan.source.NamePatterns;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.SettingsChecks;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
public record Exposure(@DefaultValue("") String prefix, @DefaultValue("*") List<String> tools, @DefaultValue("500") int maxTools,
        @DefaultValue("false") boolean pin, @DefaultValue("false") boolean resources,
        @DefaultValue("false") boolean prompts,
        @DefaultValue Map<String, OfferedDefinition.Override> override) {

    public Exposure {
        SettingsChecks.exposed(prefix, maxTools);
    }

    /** Whether the settings offer a tool with this name. */
    public boolean offers(String tool) {
        return new NamePatterns(tools).admit(tool);
    }
}
