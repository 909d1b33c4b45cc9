package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.RegisteredConsumer;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** The tool's life: in the registry while its route runs. */
public class ToolConsumer extends RegisteredConsumer {

    private final ToolSpec spec;

    ToolConsumer(ToolEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.spec = endpoint.spec();
    }

    ToolSpec spec() {
        return spec;
    }

    @Override
    protected String key() {
        return spec.name();
    }

    @Override
    protected JsonNode definition() {
        return spec.definition();
    }

    @Override
    protected void register() {
        registry().register(this);
    }

    @Override
    protected void withdraw() {
        registry().withdraw(this);
    }

    private ToolRegistry registry() {
        return ToolRegistry.of(getEndpoint().getCamelContext());
    }

    /**
     * Runs the route once, on this thread. The exchange belongs to the caller, who must not use it again after a time-out.
     *
     * @param arguments body of the message; the declared ones are headers too, as in Camel's own component
     */
    Exchange run(Map<String, Object> arguments, ToolCall call) {
        Exchange exchange = open(call.context());
        Message message = exchange.getIn();
        message.setBody(arguments);
        spec.properties().forEach(property -> {
            Object value = arguments.get(property.getKey());
            if (value != null) {
                message.setHeader(property.getKey(), value);
            }
        });
        run(exchange, ran -> { });
        return exchange;
    }
}
