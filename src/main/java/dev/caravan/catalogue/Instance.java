package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.envelope.Text;
import dev.caravan.security.Reach;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An MCP instance as its clients see it: the enabled tools that are bound to it.
 *
 * @param owner    user who made it
 * @param enabled  whether the instance itself is enabled
 * @param disabled names of bound tools that are disabled
 * @param ofGateway names of bound and enabled tools of the gateway
 * @param mode     what its list shows; null means the setting of the gateway
 */
record Instance(long id, String owner, String keyHash, boolean enabled, NavigableMap<String, BoundTool> tools,
                NavigableMap<String, JsonNode> definitions, Set<String> disabled, Set<String> ofGateway, CatalogueMode mode)
        implements ToolCatalogue {

    static Instance of(long id, String owner, String keyHash, boolean enabled, NavigableMap<String, BoundTool> tools, Set<String> disabled,
            Set<String> ofGateway, CatalogueMode mode) {
        NavigableMap<String, JsonNode> definitions = new TreeMap<>();
        tools.forEach((name, tool) -> definitions.put(name, tool.definition()));
        return new Instance(id, owner, keyHash, enabled, tools, Collections.unmodifiableNavigableMap(definitions), disabled, ofGateway,
                mode);
    }

    @Override
    public Optional<BoundTool> find(String name) {
        return Optional.ofNullable(tools.get(name));
    }

    @Override
    public Text refusal(String name) {
        return Text.of(disabled.contains(name) ? "instance.disabledTool" : "instance.unknownTool", name);
    }

    /** Returns the catalogue of a caller with this reach: the users' tools, and the tools of the gateway that are in reach. */
    ToolCatalogue seen(ToolRegistry gateways, Reach reach) {
        if (ofGateway.isEmpty()) {
            return this;
        }
        NavigableMap<String, JsonNode> all = new TreeMap<>(definitions);
        NavigableMap<String, JsonNode> shown = reach.shown(gateways.definitions());
        Set<String> permitted = ofGateway.stream().filter(name -> gateways.find(name).map(Tool::spec)
                .filter(spec -> reach.includes(spec) && reach.hasScopes(spec.tags())).isPresent()).collect(Collectors.toSet());
        permitted.stream().filter(shown::containsKey).forEach(name -> all.put(name, shown.get(name)));
        return new Seen(this, gateways, permitted, Collections.unmodifiableNavigableMap(all));
    }

    /** The instance with tools of the gateway. The store keeps all names of an instance apart. */
    private record Seen(Instance own, ToolRegistry gateways, Set<String> permitted, NavigableMap<String, JsonNode> definitions)
            implements ToolCatalogue {

        @Override
        public Optional<? extends Tool> find(String name) {
            return permitted.contains(name) ? gateways.find(name) : own.find(name);
        }

        @Override
        public Text refusal(String name) {
            return own.refusal(name);
        }

        @Override
        public CatalogueMode mode() {
            return own.mode();
        }
    }
}
