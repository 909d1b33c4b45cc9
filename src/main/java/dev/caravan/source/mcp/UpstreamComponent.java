package dev.caravan.source.mcp;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * The Camel component {@code upstream:SERVER}: sends a request to another MCP server as a step of a route. {@code
 * upstream:SERVER?tool=NAME} calls a tool.
 */
@Component(UpstreamComponent.SCHEME)
public class UpstreamComponent extends DefaultComponent {

    static final String SCHEME = "upstream";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (remaining.isBlank()) {
            throw new IllegalArgumentException("upstream: needs the name of a server in config/servers");
        }
        UpstreamEndpoint endpoint = new UpstreamEndpoint(uri, this, remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
