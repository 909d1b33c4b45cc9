package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/**
 * Chooses what {@code tools/list} shows to this client. The first of these that is set decides: {@code ?mode=} of the request, the MCP
 * instance, the caller, {@code caravan.mcp.mode}.
 */
@Component
record ChooseCatalogue(ToolRegistry gateways, DiscoveryProperties settings) implements MessageCheck {

    private static final String MODE = "mode";

    @Override
    public void check(Exchange exchange) throws McpException {
        ToolCatalogue own = ToolCatalogue.of(exchange, gateways);
        if (mode(exchange, own) == CatalogueMode.DISCOVER) {
            exchange.setProperty(ToolCatalogue.PROPERTY, new DiscoverCatalogue(own, gateways, settings.pinned()));
        }
    }

    private CatalogueMode mode(Exchange exchange, ToolCatalogue own) throws McpException {
        Map<?, ?> query = exchange.getProperty(McpRequest.QUERY, Map.of(), Map.class);
        if (query.get(MODE) instanceof String asked) {
            return switch (asked.toLowerCase(Locale.ROOT)) {
                case "all" -> CatalogueMode.ALL;
                case "discover" -> CatalogueMode.DISCOVER;
                default -> throw McpException.invalidParams("mode in the address must be all or discover");
            };
        }
        if (own.mode() != null) {
            return own.mode();
        }
        CatalogueMode callers = settings.callerModes().isEmpty() || exchange.getProperty(CallContext.NAMED) == null ? null
                : settings.callerModes().get(exchange.getProperty(CallContext.CALLER, String.class));
        return callers == null ? settings.mode() : callers;
    }

    /** Lists the tools that lead to others, and the pinned tools. All tools of the caller's own catalogue can be called. */
    private record DiscoverCatalogue(ToolCatalogue own, ToolRegistry gateways, List<String> pinned) implements ToolCatalogue {

        @Override
        public Optional<? extends Tool> find(String name) {
            Optional<Tool> leading = gateways.find(name).filter(tool -> tool.spec().discovery());
            return leading.isPresent() ? leading : own.find(name);
        }

        @Override
        public Text refusal(String name) {
            return own.refusal(name);
        }

        @Override
        public NavigableMap<String, JsonNode> definitions() {
            NavigableMap<String, JsonNode> listed = gateways.discovery();
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
    }

    /**
     * Settings of the tool search, {@code caravan.mcp.*}.
     *
     * @param mode        What tools/list shows: all, or discover for find_tools, call_tool and the pinned tools only.
     * @param callerModes Modes of single callers, by the name of their key or token.
     * @param pinned      Names of tools that tools/list shows in mode discover too.
     */
    @ConfigurationProperties("caravan.mcp")
    record DiscoveryProperties(
            @DefaultValue("all") CatalogueMode mode,
            @DefaultValue Map<String, CatalogueMode> callerModes,
            @DefaultValue List<String> pinned) {
    }
}
