package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.mcp.session.Session;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Lists the tools that lead to others, the pinned tools, and those that the session has found. All tools of the caller's own catalogue can be called. */
final class DiscoverCatalogue implements ToolCatalogue {

    private final ToolCatalogue own;
    private final ToolRegistry gateways;
    private final List<String> pinned;
    private final FoundTools found;
    private final Session session;

    /** @param session null if the client has none that lists found tools */
    DiscoverCatalogue(ToolCatalogue own, ToolRegistry gateways, List<String> pinned, FoundTools found, Session session) {
        this.own = own;
        this.gateways = gateways;
        this.pinned = pinned;
        this.found = found;
        this.session = session;
    }

    @Override
    public Optional<? extends Tool> find(String name) {
        Optional<? extends Tool> tool = own.find(name);
        return tool.isPresent() ? tool : gateways.find(name).filter(other -> other.spec().discovery());
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
        Stream.concat(pinned.stream(), found.of(session).stream()).filter(all::containsKey).forEach(name -> listed.put(name, all.get(name)));
        return listed;
    }

    @Override
    public ToolCatalogue whole() {
        return found.whole(own, session);
    }

    @Override
    public CatalogueMode mode() {
        return CatalogueMode.DISCOVER;
    }
}
