package dev.caravan.mcp.stdio;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** The component of {@code stdio:mcp}. One route can consume from it. */
@Component(StdioComponent.SCHEME)
public class StdioComponent extends DefaultComponent {

    static final String SCHEME = "stdio";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        if (!"mcp".equals(remaining)) {
            throw new IllegalArgumentException("The only stdio endpoint is stdio:mcp, got stdio:" + remaining);
        }
        return new StdioEndpoint(uri, this);
    }
}
