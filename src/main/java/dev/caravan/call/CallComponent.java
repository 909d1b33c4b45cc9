package dev.caravan.call;

import java.util.Map;
import org.apache.camel.Endpoint;
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
}
