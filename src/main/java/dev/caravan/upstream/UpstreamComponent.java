package dev.caravan.upstream;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** The Camel component {@code upstream:SERVER?tool=NAME}: calls a tool of another MCP server, or lists its tools, as a step of a route. */
@Component(UpstreamComponent.SCHEME)
public class UpstreamComponent extends DefaultComponent {

    static final String SCHEME = "upstream";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (remaining.isBlank()) {
            throw new IllegalArgumentException("upstream: needs the name of a server in config/upstream.yaml");
        }
        UpstreamEndpoint endpoint = new UpstreamEndpoint(uri, this, remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
