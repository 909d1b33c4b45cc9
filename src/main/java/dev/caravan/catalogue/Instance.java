package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.ToolCatalogue;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An MCP instance as its clients see it: the enabled tools that are bound to it.
 *
 * @param enabled  whether the instance itself is enabled
 * @param disabled names of bound tools that are disabled
 * @param mode     what its list shows; null means the setting of the gateway
 */
record Instance(long id, String keyHash, boolean enabled, NavigableMap<String, BoundTool> tools, NavigableMap<String, JsonNode> definitions,
                Set<String> disabled, CatalogueMode mode) implements ToolCatalogue {

    static Instance of(long id, String keyHash, boolean enabled, NavigableMap<String, BoundTool> tools, Set<String> disabled,
            CatalogueMode mode) {
        NavigableMap<String, JsonNode> definitions = new TreeMap<>();
        tools.forEach((name, tool) -> definitions.put(name, tool.definition()));
        return new Instance(id, keyHash, enabled, tools, Collections.unmodifiableNavigableMap(definitions), disabled, mode);
    }

    @Override
    public Optional<BoundTool> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    @Override
    public String refusal(String name) {
        return disabled.contains(name) ? "Tool " + name + " is not enabled for this MCP instance"
                : "Unknown tool: " + name + " is not registered with this MCP instance";
    }
}
