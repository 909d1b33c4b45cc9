package dev.caravan.call.discovery;

import dev.caravan.call.CallContext;
import dev.caravan.call.tool.CatalogueMode;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Chooses what {@code tools/list} shows to this client. The first of these that is set decides: {@code ?mode=} of the request, the MCP
 * instance, the caller, {@code caravan.mcp.mode}.
 */
@Component
@Order(MessageCheck.CATALOGUE)
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
            exchange.setProperty(ToolCatalogue.PROPERTY, new DiscoverCatalogue(own, gateways, settings.pinned(), found, found.session(exchange)));
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
}
