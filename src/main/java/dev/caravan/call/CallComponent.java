package dev.caravan.call;

import java.util.Map;
import java.util.Objects;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Category;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/** The component of {@code ai-call:run}: runs the route that {@code openCall} has found for a tool, resource, prompt or completion. */
@Component(CallComponent.SCHEME)
public class CallComponent extends DefaultComponent {

    static final String SCHEME = "ai-call";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        if (!remaining.equals("run")) {
            throw new IllegalArgumentException("The only ai-call endpoint is ai-call:run, got ai-call:" + remaining);
        }
        return new CallEndpoint(uri, this);
    }

    /** Runs the route of a {@link Call} on its own exchange. The call holds the outcome; the incoming exchange does not change. */
    @UriEndpoint(scheme = SCHEME, firstVersion = "4.17.0", title = "AI Call", syntax = "ai-call:run", producerOnly = true, remote = false,
            category = Category.AI)
    public static class CallEndpoint extends StepEndpoint {

        private final TimedRun timed;

        CallEndpoint(String uri, CallComponent component) {
            super(uri, component);
            this.timed = CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), TimedRun.class);
        }

        @Override
        protected boolean process(Exchange exchange, AsyncCallback callback) throws Exception {
            return timed.process(exchange, callback,
                    Objects.requireNonNull(Call.of(exchange), "ai-call:run requires the step openCall before it"));
        }
    }
}
