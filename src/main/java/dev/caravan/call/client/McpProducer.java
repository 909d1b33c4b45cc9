package dev.caravan.call.client;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultAsyncProducer;

/** Runs the step of its endpoint. */
class McpProducer extends DefaultAsyncProducer {

    private final McpStep step;

    McpProducer(McpEndpoint endpoint) {
        super(endpoint);
        this.step = endpoint.step();
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            return step.process(exchange, callback);
        } catch (Exception e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }
}
