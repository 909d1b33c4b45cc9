package dev.caravan.call.client;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** Creates the endpoint of {@code mcp:OPERATION} and refuses unknown options. */
@Component(McpComponent.SCHEME)
public class McpComponent extends DefaultComponent {

    public static final String SCHEME = "mcp";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        Operation operation = Operation.of(remaining);
        Map<String, String> options = new LinkedHashMap<>();
        parameters.entrySet().removeIf(parameter -> {
            boolean known = operation.takes(parameter.getKey());
            if (known) {
                options.put(parameter.getKey(), String.valueOf(parameter.getValue()));
            }
            return known;
        });
        return new McpEndpoint(uri, this, operation, new Options(getCamelContext(), options));
    }
}
