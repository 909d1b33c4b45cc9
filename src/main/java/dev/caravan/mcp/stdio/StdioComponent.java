package dev.caravan.mcp.stdio;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** {@code stdio:mcp}, to be consumed from once. */
@Component(StdioComponent.SCHEME)
public class StdioComponent extends DefaultComponent {

    static final String SCHEME = "stdio";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        if (!"mcp".equals(remaining)) {
            throw new IllegalArgumentException("There is stdio:mcp, and no stdio:" + remaining);
        }
        return new StdioEndpoint(uri, this);
    }
}
