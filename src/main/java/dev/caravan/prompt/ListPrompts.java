package dev.caravan.prompt;

import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Answers {@code prompts/list}. */
@Component("listPrompts")
class ListPrompts implements Processor {

    private final PromptRegistry prompts;
    private final ListPages pages;

    ListPrompts(CamelContext context, ListPages pages) {
        this.prompts = PromptRegistry.of(context);
        this.pages = pages;
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        exchange.getMessage().setBody(pages.page(McpRequest.of(exchange), "prompts", prompts.definitions(ToolRights.of(exchange)), CacheHints.scope(exchange)));
    }
}
