package dev.caravan.tool;

import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Answers {@code tools/list} from the caller's catalogue. */
@Component("listTools")
class ListTools implements Processor {

    private final ToolRegistry gateways;
    private final ListPages pages;

    ListTools(CamelContext context, ListPages pages) {
        this.gateways = ToolRegistry.of(context);
        this.pages = pages;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        exchange.getMessage().setBody(
                pages.page(McpRequest.of(exchange), "tools", catalogue.definitions(), catalogue.cacheScope()));
    }
}
