package dev.caravan.call;

import dev.caravan.mcp.ListChanges;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The kinds of definitions, and the scheme of the endpoint that makes a route one. */
public enum DefinitionKind {

    TOOL("ai-tool", "Tool", ListChanges.TOOLS),
    RESOURCE("ai-resource", "Resource", ListChanges.RESOURCES),
    PROMPT("ai-prompt", "Prompt", ListChanges.PROMPTS);

    /** Limits names to 64 characters, which the conformance suite and several clients accept; MCP allows 128. */
    private static final Predicate<String> NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}").asMatchPredicate();

    private final String scheme;
    private final String label;
    private final String list;

    DefinitionKind(String scheme, String label, String list) {
        this.scheme = scheme;
        this.label = label;
        this.list = list;
    }

    public String scheme() {
        return scheme;
    }

    /** Returns the name of the kind in messages. */
    String label() {
        return label;
    }

    /** Returns the name of the capability and of the list's member, for example {@code tools}. */
    String list() {
        return list;
    }

    /** @throws IllegalArgumentException if a route can't have this name */
    void checkName(String name) {
        if (this == RESOURCE ? name.isBlank() || name.contains("/") : !NAME.test(name)) {
            throw new IllegalArgumentException(label + " name '" + name + "' must "
                    + (this == RESOURCE ? "not be empty or contain a slash" : "have 1 to 64 characters of A-Z a-z 0-9 _ . -"));
        }
    }
}
