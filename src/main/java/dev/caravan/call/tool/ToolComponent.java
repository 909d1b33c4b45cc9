package dev.caravan.call.tool;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.util.PropertiesHelper;

/** Creates the endpoint of {@code ai-tool:NAME} and refuses an invalid definition. */
@Component(ToolComponent.SCHEME)
public class ToolComponent extends DefaultComponent {

    public static final String SCHEME = "ai-tool";

    /** Limits names to 64 characters, which the conformance suite and several clients accept; MCP allows 128. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (!NAME.matcher(remaining).matches()) {
            throw new IllegalArgumentException("Tool name '" + remaining + "' must have 1 to 64 characters of A-Z a-z 0-9 _ . -");
        }
        ToolEndpoint endpoint = new ToolEndpoint(uri, this, remaining);
        endpoint.setParameters(PropertiesHelper.extractProperties(parameters, "parameter."));
        endpoint.setOutputParameters(PropertiesHelper.extractProperties(parameters, "outputParameter."));
        setProperties(endpoint, parameters);
        endpoint.prepareSpec();
        return endpoint;
    }
}
