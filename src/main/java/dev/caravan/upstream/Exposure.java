package dev.caravan.upstream;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * How the gateway offers the tools of an upstream server as its own.
 *
 * @param prefix   before the name of each tool
 * @param tools    names that are offered; {@code *} stands for any characters, {@code !} before a name excludes it; the last entry that fits decides
 * @param maxTools at most so many; a server that has more offers the first ones of its list
 * @param pin      whether a new or changed definition waits until somebody approves it; one whose hints promise less always does
 * @param resources whether its resources and templates are offered too, by their own URIs
 * @param prompts  whether its prompts are offered too, with the prefix
 * @param override what to change, by the server's own name of a tool
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
     * Changes to one tool. A member that is null stays as the server has it.
     *
     * @param name      instead of the prefix and the server's name
     * @param arguments {@code {const: value}} by name: clients don't see the argument, and each call has that value
     */
    public record Override(String name, String title, String description, Boolean readOnlyHint, Boolean destructiveHint, Boolean idempotentHint, Boolean openWorldHint,
            @DefaultValue Map<String, Argument> arguments) {
    }

    /** @param constant what each call has; the setting is called {@code const} */
    public record Argument(@Name("const") Object constant) {
    }

    /** Whether the settings offer a tool of this name. */
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
