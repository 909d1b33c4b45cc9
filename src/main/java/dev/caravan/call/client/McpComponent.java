package dev.caravan.call.client;

import dev.caravan.call.Options;
import dev.caravan.call.StepEndpoint;
import dev.caravan.call.client.McpStep.Operation;
import java.util.Map;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Category;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/** Creates the endpoint of {@code mcp:OPERATION} and refuses unknown options. */
@Component(McpComponent.SCHEME)
public class McpComponent extends DefaultComponent {

    static final String SCHEME = "mcp";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        Operation operation = Operation.of(remaining);
        return new McpEndpoint(uri, this, operation, Options.take(getCamelContext(), operation::takes, parameters));
    }

    /** One step of the conversation with the client. The {@link Operation} defines its options. */
    @UriEndpoint(scheme = SCHEME, firstVersion = "4.17.0", title = "MCP client", syntax = "mcp:operation",
            producerOnly = true, remote = false, lenientProperties = true, category = Category.AI)
    public static class McpEndpoint extends StepEndpoint {

        @UriPath(description = "Step of the conversation with the client.")
        private final Operation operation;
        private final McpStep step;

        McpEndpoint(String uri, McpComponent component, Operation operation, Options options) {
            super(uri, component);
            this.operation = operation;
            this.step = operation.step(options);
        }

        @Override
        protected boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
            return step.process(exchange, callback);
        }
    }
}
