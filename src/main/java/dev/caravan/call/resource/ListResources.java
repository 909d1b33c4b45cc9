package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.DefinitionList;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.Revision;
import dev.caravan.mcp.ToolRights;
import java.util.NavigableMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code resources/list} and {@code resources/templates/list}. A resource has one URI or a template. */
@Component("listResources")
public class ListResources extends DefinitionList {

    private final ResourceRegistry resources;

    ListResources(CamelContext context, ListPages pages, ListChanges changes) {
        super(ListChanges.RESOURCES, ResourceRegistry.of(context), pages, changes);
        this.resources = ResourceRegistry.of(context);
    }

    /** Answers {@code resources/list}. */
    public void list(Exchange exchange) throws McpException {
        process(exchange);
    }

    /** Answers {@code resources/templates/list}. */
    public void listTemplates(Exchange exchange) throws McpException {
        answer(exchange, "resourceTemplates", resources.definitions(true, ToolRights.of(exchange)));
    }

    @Override
    protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
        return resources.definitions(false, rights);
    }

    @Override
    public ObjectNode declaration(Revision revision) {
        return super.declaration(revision).put("subscribe", true);
    }
}
