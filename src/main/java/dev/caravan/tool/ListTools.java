package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.DefinitionList;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code tools/list} from the caller's catalogue. */
@Component("listTools")
class ListTools extends DefinitionList {

    /** The parameter of the address that asks for full definitions: {@code ?definitions=full}. */
    private static final String DEFINITIONS = "definitions";

    private final ToolRegistry gateways;
    private final ListedDefinitions listed;

    ListTools(CamelContext context, ListPages pages, ListChanges changes, ListedDefinitions listed) {
        super(ListChanges.TOOLS, ToolRegistry.of(context), pages, changes);
        this.gateways = ToolRegistry.of(context);
        this.listed = listed;
    }

    @Override
    public boolean isOfInstances() {
        return true;
    }

    @Override
    protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        boolean full = "full".equals(exchange.getProperty(McpRequest.QUERY, Map.of(), Map.class).get(DEFINITIONS));
        NavigableMap<String, JsonNode> definitions = rights == ToolRights.ALL ? catalogue.definitions() : permitted(catalogue, rights);
        return full ? definitions : listed.of(definitions);
    }

    private static NavigableMap<String, JsonNode> permitted(ToolCatalogue catalogue, ToolRights rights) {
        NavigableMap<String, JsonNode> permitted = new TreeMap<>();
        catalogue.definitions().forEach((name, definition) -> catalogue.find(name).filter(tool -> tool.spec().discovery() || rights.see(tool.spec().tags()))
                .ifPresent(tool -> permitted.put(name, definition)));
        return permitted;
    }
}
