package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.ArgumentName;
import dev.caravan.call.CallContext;
import dev.caravan.call.JsonValues;
import dev.caravan.call.Metered;
import dev.caravan.call.RegisteredConsumer;
import dev.caravan.routes.Gate;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;

/** A tool that is in the registry while its route runs. */
public class ToolConsumer extends RegisteredConsumer implements Tool {

    private final ToolSpec spec;
    private final Metered metered;
    private final Gate gate;

    ToolConsumer(ToolEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.spec = endpoint.spec();
        this.metered = Metered.tool(spec.name());
        this.gate = registry().gate(this);
    }

    @Override
    public ToolSpec spec() {
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

    @Override
    protected boolean isListed() {
        return !spec.discovery();
    }

    @Override
    public boolean isOpen() {
        return spec.discovery();
    }

    private ToolRegistry registry() {
        return ToolRegistry.of(getEndpoint().getCamelContext());
    }

    @Override
    public Metered metered() {
        return metered;
    }

    @Override
    public Gate gate() {
        return gate;
    }

    /** Runs the route. The arguments are the body, as a map; declared arguments are headers too, as in Camel's component. */
    @Override
    public CompletableFuture<Exchange> run(ObjectNode given, CallContext context, ToolCatalogue catalogue) {
        Map<String, Object> arguments = JsonValues.map(given);
        Exchange exchange = open(context);
        exchange.setProperty(ToolCatalogue.PROPERTY, catalogue);
        Message message = exchange.getIn();
        message.setBody(arguments);
        spec.properties().forEach(property -> {
            Object value = arguments.get(property.getKey());
            if (value != null && ArgumentName.isFree(property.getKey())) {
                message.setHeader(property.getKey(), value);
            }
        });
        return run(exchange, ran -> { });
    }
}
