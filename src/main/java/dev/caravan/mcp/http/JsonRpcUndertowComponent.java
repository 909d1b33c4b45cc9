package dev.caravan.mcp.http;

import java.net.URI;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.component.undertow.UndertowComponent;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.apache.camel.spi.annotations.Component;

/** {@code undertow:} with a {@link JsonRpcConsumer} where the binding is {@code #jsonRpcBinding}; as ever elsewhere. */
@Component("undertow")
class JsonRpcUndertowComponent extends UndertowComponent {

    JsonRpcUndertowComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected UndertowEndpoint createEndpointInstance(URI uri, UndertowComponent component) {
        return new UndertowEndpoint(uri.toString(), component) {

            @Override
            public Consumer createConsumer(Processor processor) throws Exception {
                return getUndertowHttpBinding() instanceof JsonRpcBinding binding
                        ? new JsonRpcConsumer(this, processor, binding)
                        : super.createConsumer(processor);
            }
        };
    }
}
