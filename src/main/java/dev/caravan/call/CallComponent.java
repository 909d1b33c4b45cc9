package dev.caravan.call;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/** {@code ai-call:run}: runs the route of the tool, resource, prompt or suggestions that {@code openCall} has found. */
@Component(CallComponent.SCHEME)
public class CallComponent extends DefaultComponent {

    static final String SCHEME = "ai-call";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        if (!remaining.equals("run")) {
            throw new IllegalArgumentException("There is ai-call:run alone, not ai-call:" + remaining);
        }
        return new CallEndpoint(uri, this);
    }
}
