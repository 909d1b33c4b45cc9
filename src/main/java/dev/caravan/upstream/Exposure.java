package dev.caravan.upstream;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * What the gateway offers of an upstream server as its own.
 *
 * @param prefix    Prefix of each tool's name.
 * @param tools     Names of tools to offer. {@code *} matches any characters, and {@code !} before a name excludes it. The last matching entry
 *                  decides.
 * @param maxTools  Maximum number of tools. If the server has more, the first ones of its list are offered.
 * @param pin       Whether a new or changed definition waits for approval. A definition whose hints promise less than before always waits.
 * @param resources Whether resources and templates are offered too, with their own URIs.
 * @param prompts   Whether prompts are offered too, with the prefix.
 * @param override  Changes to single tools, by the server's own tool name.
 */
public record Exposure(@DefaultValue("") String prefix, @DefaultValue("*") List<String> tools, @DefaultValue("500") int maxTools, @DefaultValue("false") boolean pin, @DefaultValue("false") boolean resources,
        @DefaultValue("false") boolean prompts,
        @DefaultValue Map<String, Override> override) {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.-]{0,40}");

    public Exposure {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("expose.prefix must be at most 40 of A-Z a-z 0-9 _ . -, not " + prefix);
        }
        if (maxTools < 1) {
            throw new IllegalArgumentException("expose.max-tools must be at least 1");
        }
    }

    /**
     * Changes to one tool. A null member leaves the server's value unchanged.
     *
     * @param name      replaces the prefix and the server's own name
     * @param arguments {argument name: {@code {const: value}}}; clients don't see the argument, and each call has the value
     */
    public record Override(String name, String title, String description, Boolean readOnlyHint, Boolean destructiveHint, Boolean idempotentHint, Boolean openWorldHint,
            @DefaultValue Map<String, Argument> arguments) {
    }

    /** @param constant value of the argument in each call; the setting's name is {@code const} */
    public record Argument(@Name("const") Object constant) {
    }

    /** Whether the settings offer a tool with this name. */
    public boolean offers(String tool) {
        boolean offered = false;
        for (String entry : tools) {
            boolean excludes = entry.startsWith("!");
            if (fits(excludes ? entry.substring(1) : entry, tool)) {
                offered = !excludes;
            }
        }
        return offered;
    }

    private static boolean fits(String glob, String name) {
        int at = 0;
        String[] parts = glob.split("\\*", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            int found = i == 0 ? (name.startsWith(parts[0]) ? 0 : -1) : last ? (name.length() - parts[i].length() >= at && name.endsWith(parts[i]) ? name.length() - parts[i].length() : -1)
                    : name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return parts.length > 1 || at == name.length();
    }
}
