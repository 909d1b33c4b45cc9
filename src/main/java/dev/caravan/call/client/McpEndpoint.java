package dev.caravan.call.client;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** One step of the conversation with the client. The {@link Operation} defines its options. */
@UriEndpoint(scheme = McpComponent.SCHEME, firstVersion = "4.17.0", title = "MCP client", syntax = "mcp:operation",
        producerOnly = true, remote = false, lenientProperties = true, category = Category.AI)
public class McpEndpoint extends DefaultEndpoint {

    @UriPath(description = "Step of the conversation with the client.")
    private final Operation operation;
    private final McpStep step;

    McpEndpoint(String uri, McpComponent component, Operation operation, Options options) {
        super(uri, component);
        this.operation = operation;
        this.step = operation.step(options);
    }

    McpStep step() {
        return step;
    }

    @Override
    public Producer createProducer() {
        return new McpProducer(this);
    }

    public Operation getOperation() {
        return operation;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("mcp: has no consumer. Use it in a to step");
    }
}
