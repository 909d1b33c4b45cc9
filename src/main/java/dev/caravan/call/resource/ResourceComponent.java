package dev.caravan.call.resource;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.util.PropertiesHelper;

/** Creates the endpoint of {@code ai-resource:NAME} and refuses an invalid definition. */
@Component(ResourceComponent.SCHEME)
public class ResourceComponent extends DefaultComponent {

    public static final String SCHEME = "ai-resource";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (remaining.isBlank() || remaining.contains("/")) {
            throw new IllegalArgumentException("Resource name '" + remaining + "' must not be empty or contain a slash");
        }
        ResourceEndpoint endpoint = new ResourceEndpoint(uri, this, remaining);
        endpoint.setComplete(PropertiesHelper.extractProperties(parameters, "complete."));
        setProperties(endpoint, parameters);
        endpoint.prepareSpec();
        return endpoint;
    }
}
