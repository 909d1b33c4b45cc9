package dev.caravan.tool;

import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;

/** The tool's life: in the registry while its route runs, off it while the route is suspended or stopped. */
public class ToolConsumer extends DefaultConsumer {

    private final ToolSpec spec;

    ToolConsumer(ToolEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.spec = endpoint.spec();
    }

    ToolSpec spec() {
        return spec;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        registry().register(this);
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        registry().register(this);
    }

    @Override
    protected void doSuspend() throws Exception {
        registry().withdraw(this);
        super.doSuspend();
    }

    @Override
    protected void doStop() throws Exception {
        registry().withdraw(this);
        super.doStop();
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
        Exchange exchange = createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        exchange.setProperty(ToolCall.TRACE_ID, call.traceId());
        exchange.setProperty(ToolCall.CALLER, call.caller());
        Message message = exchange.getIn();
        message.setBody(arguments);
        spec.properties().forEach(property -> {
            Object value = arguments.get(property.getKey());
            if (value != null) {
                message.setHeader(property.getKey(), value);
            }
        });
        try {
            createUoW(exchange);
            getProcessor().process(exchange);
        } catch (Exception e) {
            exchange.setException(e);
        } finally {
            doneUoW(exchange);
        }
        return exchange;
    }
}
