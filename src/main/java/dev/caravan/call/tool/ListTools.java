package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.DefinitionList;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.ToolRights;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code tools/list} from the caller's catalogue. */
@Component("listTools")
class ListTools extends DefinitionList {

    private final ToolRegistry gateways;

    ListTools(CamelContext context, ListPages pages, ListChanges changes) {
        super(ListChanges.TOOLS, ToolRegistry.of(context), pages, changes);
        this.gateways = ToolRegistry.of(context);
    }

    @Override
    public boolean isOfInstances() {
        return true;
    }

    @Override
    protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        return rights == ToolRights.ALL ? catalogue.definitions() : permitted(catalogue, rights);
    }

    private static NavigableMap<String, JsonNode> permitted(ToolCatalogue catalogue, ToolRights rights) {
        NavigableMap<String, JsonNode> permitted = new TreeMap<>();
        catalogue.definitions().forEach((name, definition) -> catalogue.find(name).filter(tool -> tool.spec().discovery() || rights.see(tool.spec().tags()))
                .ifPresent(tool -> permitted.put(name, definition)));
        return permitted;
    }
}
