package dev.caravan.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.NavigableMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Answers {@code resources/list}, and {@code resources/templates/list}: a resource has one URI, or a template of many. */
@Component("listResources")
public class ListResources {

    private final ResourceRegistry resources;
    private final ListPages pages;

    ListResources(CamelContext context, ListPages pages) {
        this.resources = ResourceRegistry.of(context);
        this.pages = pages;
    }

    public void list(Exchange exchange) throws McpException {
        answer(exchange, "resources", resources.definitions(false));
    }

    public void listTemplates(Exchange exchange) throws McpException {
        answer(exchange, "resourceTemplates", resources.definitions(true));
    }

    private void answer(Exchange exchange, String member, NavigableMap<String, JsonNode> entries) throws McpException {
        exchange.getMessage().setBody(pages.page(McpRequest.of(exchange), member, entries, CacheHints.PUBLIC));
    }
}
