package dev.caravan.call;

import java.util.Objects;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultEndpoint;

/** Runs the route of a {@link Call} on its own exchange. The call holds the outcome; the incoming exchange does not change. */
@UriEndpoint(scheme = CallComponent.SCHEME, firstVersion = "4.17.0", title = "AI Call", syntax = "ai-call:run", producerOnly = true, remote = false,
        category = Category.AI)
public class CallEndpoint extends DefaultEndpoint {

    private final TimedRun timed;

    CallEndpoint(String uri, CallComponent component) {
        super(uri, component);
        this.timed = CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), TimedRun.class);
    }

    @Override
    public Producer createProducer() {
        return new DefaultAsyncProducer(this) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                try {
                    Call call = Objects.requireNonNull(Call.of(exchange), "ai-call:run requires the step openCall before it");
                    return timed.process(exchange, callback, call.gate(), () -> {
                        call.refresh();
                        return call;
                    });
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
        throw new UnsupportedOperationException("No route can consume from " + getEndpointUri());
    }
}
