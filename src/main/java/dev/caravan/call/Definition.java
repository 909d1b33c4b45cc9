package dev.caravan.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.security.Usable;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** The definition of a tool, a resource or a prompt, checked. */
public interface Definition extends Usable {

    DefinitionKind kind();

    @Override
    default String list() {
        return kind().list();
    }

    /** Returns the name or the URI by which clients ask for it. */
    @Override
    String key();

    /** Returns the entry for lists. Do not change it. */
    ObjectNode definition();

    /** Returns the tags of its route, which {@link dev.caravan.mcp.ToolRights} check. */
    @Override
    Set<String> tags();

    /** Returns the timeout of a call; null means the default. */
    Duration timeout();

    /** Returns whether lists show the entry to everybody who may use it. */
    default boolean isListed() {
        return true;
    }

    /** Returns whether every caller may use the entry, whatever its tags, because the route itself checks what it shows. */
    default boolean isOpen() {
        return false;
    }

    /** Returns {name of an argument: its suggestions}. */
    default Map<String, Suggestions> completions() {
        return Map.of();
    }

    /** Returns whether another definition, with another key, serves the same requests. */
    default boolean overlaps(Definition other) {
        return false;
    }
}
