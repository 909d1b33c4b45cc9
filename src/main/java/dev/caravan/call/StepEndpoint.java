package dev.caravan.call;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultEndpoint;

/** An endpoint for a {@code to} step, which may end on another thread. */
public abstract class StepEndpoint extends DefaultEndpoint {

    protected StepEndpoint(String uri, Component component) {
        super(uri, component);
    }

    /** Runs the step; returns whether it has ended. */
    protected abstract boolean process(Exchange exchange, AsyncCallback callback) throws Exception;

    @Override
    public Producer createProducer() {
        return new DefaultAsyncProducer(this) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    return StepEndpoint.this.process(exchange, callback);
                } catch (Exception e) {
                    exchange.setException(e);
                    callback.done(true);
                    return true;
                }
            }
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(getEndpointBaseUri() + " has no consumer. Use it in a to step");
    }
}
