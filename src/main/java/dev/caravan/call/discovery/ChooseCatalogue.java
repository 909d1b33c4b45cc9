package dev.caravan.call.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.session.Session;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;

/**
 * Chooses what {@code tools/list} shows to this client. The first of these that is set decides: {@code ?mode=} of the request, the MCP
 * instance, the caller, {@code caravan.mcp.mode}.
 */
@Component
class ChooseCatalogue implements MessageCheck {

    private static final String MODE = "mode";

    private final ToolRegistry gateways;
    private final DiscoveryProperties settings;
    private final FoundTools found;

    ChooseCatalogue(CamelContext context, DiscoveryProperties settings, FoundTools found) {
        this.gateways = ToolRegistry.of(context);
        this.settings = settings;
        this.found = found;
    }

    @Override
    public void check(Exchange exchange) throws McpException {
        ToolCatalogue own = ToolCatalogue.of(exchange, gateways);
        if (mode(exchange, own) == CatalogueMode.DISCOVER) {
            exchange.setProperty(ToolCatalogue.PROPERTY,
                    new DiscoverCatalogue(own, gateways, settings.pinned(), found, found.session(exchange)));
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

    /**
     * Lists the tools that lead to others, the pinned tools, and those that the session has found. All tools of the caller's own catalogue
     * can be called.
     *
     * @param session null if the client has none that lists found tools
     */
    record DiscoverCatalogue(ToolCatalogue own, ToolRegistry gateways, List<String> pinned, FoundTools found, Session session)
            implements ToolCatalogue {

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
            NavigableMap<String, JsonNode> listed = gateways.discovery();
            NavigableMap<String, JsonNode> all = own.definitions();
            Stream.concat(pinned.stream(), found.of(session).stream()).filter(all::containsKey)
                    .forEach(name -> listed.put(name, all.get(name)));
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
     * @param foundTools  Which tools are added to tools/list of a legacy session in mode discover: none, called or found.
     * @param mostFound   Tools that a session's list may gain. The tools found first leave it.
     */
    @ConfigurationProperties("caravan.mcp")
    record DiscoveryProperties(
            @DefaultValue("all") CatalogueMode mode,
            @DefaultValue Map<String, CatalogueMode> callerModes,
            @DefaultValue List<String> pinned,
            @DefaultValue("none") FoundTools.Shown foundTools,
            @DefaultValue("20") int mostFound) {

        private static final int MOST = 200;

        DiscoveryProperties {
            if (mostFound < 1 || mostFound > MOST) {
                throw new IllegalArgumentException("caravan.mcp.most-found must be 1 to " + MOST + ", got " + mostFound);
            }
        }
    }
}
