package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Answers {@code tools/list} from the caller's catalogue. */
@Component("listTools")
class ListTools implements Processor {

    /** The parameter of the address that asks for full definitions: {@code ?definitions=full}. */
    private static final String DEFINITIONS = "definitions";

    private final ToolRegistry gateways;
    private final ListPages pages;
    private final ListedDefinitions listed;

    ListTools(CamelContext context, ListPages pages, ListedDefinitions listed) {
        this.gateways = ToolRegistry.of(context);
        this.pages = pages;
        this.listed = listed;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        ToolRights rights = ToolRights.of(exchange);
        boolean full = "full".equals(exchange.getProperty(McpRequest.QUERY, Map.of(), Map.class).get(DEFINITIONS));
        NavigableMap<String, JsonNode> definitions = rights == ToolRights.ALL ? catalogue.definitions() : permitted(catalogue, rights);
        exchange.getMessage().setBody(pages.page(McpRequest.of(exchange), "tools", full ? definitions : listed.of(definitions), CacheHints.scope(exchange)));
    }

    private static NavigableMap<String, JsonNode> permitted(ToolCatalogue catalogue, ToolRights rights) {
        NavigableMap<String, JsonNode> permitted = new TreeMap<>();
        catalogue.definitions().forEach((name, definition) -> catalogue.find(name).filter(tool -> tool.spec().discovery() || rights.see(tool.spec().tags()))
                .ifPresent(tool -> permitted.put(name, definition)));
        return permitted;
    }
}
