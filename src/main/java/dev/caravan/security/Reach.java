package dev.caravan.security;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * What a caller may use: what the tags of the key and all of the toolsets include, if the caller has the scopes of its tags. Edits of
 * toolsets count at once. A toolset that doesn't exist includes nothing.
 *
 * @param caller    null if callers are not identified
 * @param toolsets  lists of names. Of each list, at least one toolset must have a thing
 * @param all       the toolsets that exist
 * @param tagScopes {tag: scope that it requires}
 */
public record Reach(Caller caller, List<Collection<String>> toolsets, ToolsetFolder all, Map<String, String> tagScopes) {

    /** Returns whether nothing but scopes of tags restricts the caller, and the caller has them all. */
    public boolean isWhole() {
        return toolsets.isEmpty() && (caller == null || caller.tags().isEmpty() && hasScopes(tagScopes.keySet()));
    }

    /** Returns whether this exists for the caller, scopes aside. */
    public boolean includes(Usable thing) {
        return (caller == null || caller.tags().isEmpty() || !Collections.disjoint(caller.tags(), thing.tags()))
                && toolsets.stream().allMatch(names -> all.existing(names).stream().anyMatch(toolset -> toolset.has(thing)));
    }

    /** Returns whether the caller has the scopes of these tags. */
    public boolean hasScopes(Set<String> tags) {
        return caller == null || tags.stream().map(tagScopes::get).allMatch(scope -> scope == null || caller.scopes().contains(scope));
    }

    /** Returns the definitions of tools in the words of the toolsets; those of the address go before those of the caller. */
    public NavigableMap<String, JsonNode> shown(NavigableMap<String, JsonNode> definitions) {
        NavigableMap<String, JsonNode> shown = definitions;
        for (Collection<String> names : toolsets) {
            for (Toolset toolset : all.existing(names)) {
                shown = toolset.shown(shown);
            }
        }
        return shown;
    }
}
