package dev.caravan.call.prompt;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.util.PropertiesHelper;

/** Creates the endpoint of {@code ai-prompt:NAME} and refuses an invalid definition. */
@Component(PromptComponent.SCHEME)
public class PromptComponent extends DefaultComponent {

    public static final String SCHEME = "ai-prompt";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (!NAME.matcher(remaining).matches()) {
            throw new IllegalArgumentException("Prompt name '" + remaining + "' must have 1 to 64 characters of A-Z a-z 0-9 _ . -");
        }
        PromptEndpoint endpoint = new PromptEndpoint(uri, this, remaining);
        endpoint.setArguments(PropertiesHelper.extractProperties(parameters, "argument."));
        setProperties(endpoint, parameters);
        endpoint.prepareSpec();
        return endpoint;
    }
}
