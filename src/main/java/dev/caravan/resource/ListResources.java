package dev.caravan.resource;

import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code resources/list} and {@code resources/templates/list}. A resource has one URI or a template. */
@Component("listResources")
public class ListResources {

    private final ResourceRegistry resources;
    private final ListPages pages;

    ListResources(CamelContext context, ListPages pages) {
        this.resources = ResourceRegistry.of(context);
        this.pages = pages;
    }

    /** Answers {@code resources/list}. */
    public void list(Exchange exchange) throws McpException {
        answer(exchange, "resources", false);
    }

    /** Answers {@code resources/templates/list}. */
    public void listTemplates(Exchange exchange) throws McpException {
        answer(exchange, "resourceTemplates", true);
    }

    private void answer(Exchange exchange, String member, boolean templates) throws McpException {
        exchange.getMessage().setBody(pages.page(McpRequest.of(exchange), member, resources.definitions(templates, ToolRights.of(exchange)), CacheHints.scope(exchange)));
    }
}
