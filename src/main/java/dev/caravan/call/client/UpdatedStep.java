package dev.caravan.call.client;

import dev.caravan.mcp.ResourceUpdates;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** Implements {@code mcp:updated}: tells subscribed clients that the content of the resource {@code uri} has changed. */
final class UpdatedStep implements McpStep.Now {

    private final Expression uri;

    UpdatedStep(Options options) {
        this.uri = options.required("uri");
    }

    @Override
    public void process(Exchange exchange) {
        String resource = uri.evaluate(exchange, String.class);
        exchange.getContext().getRegistry().findSingleByType(ResourceUpdates.class).updated(resource);
    }
}
