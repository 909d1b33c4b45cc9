package dev.caravan.client;

import dev.caravan.mcp.ResourceUpdates;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** {@code mcp:updated}: what the resource at {@code uri} holds has changed; clients that listen to it hear so. */
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
