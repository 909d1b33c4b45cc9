package dev.caravan.tool.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.tool.CatalogueMode;
import dev.caravan.tool.Tool;
import dev.caravan.tool.ToolCatalogue;
import dev.caravan.tool.ToolRegistry;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Lists the tools that lead to others, and the pinned tools. All tools of the caller's own catalogue can be called. */
final class DiscoverCatalogue implements ToolCatalogue {

    private final ToolCatalogue own;
    private final ToolRegistry gateways;
    private final List<String> pinned;

    DiscoverCatalogue(ToolCatalogue own, ToolRegistry gateways, List<String> pinned) {
        this.own = own;
        this.gateways = gateways;
        this.pinned = pinned;
    }

    @Override
    public Optional<? extends Tool> find(String name) {
        Optional<? extends Tool> found = own.find(name);
        return found.isPresent() ? found : gateways.find(name).filter(tool -> tool.spec().discovery());
    }

    @Override
    public String refusal(String name) {
        return own.refusal(name);
    }

    @Override
    public NavigableMap<String, JsonNode> definitions() {
        NavigableMap<String, JsonNode> listed = new TreeMap<>();
        gateways.discovery().forEach((name, tool) -> listed.put(name, tool.spec().definition()));
        NavigableMap<String, JsonNode> all = own.definitions();
        pinned.stream().filter(all::containsKey).forEach(name -> listed.put(name, all.get(name)));
        return listed;
    }

    @Override
    public ToolCatalogue whole() {
        return own;
    }

    @Override
    public CatalogueMode mode() {
        return CatalogueMode.DISCOVER;
    }

    @Override
    public String cacheScope() {
        return own.cacheScope();
    }
}
