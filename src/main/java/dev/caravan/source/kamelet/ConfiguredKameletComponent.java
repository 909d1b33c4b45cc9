package dev.caravan.source.kamelet;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * The Camel component {@code configured-kamelet:NAME}: the Kamelet of {@code config/kamelets/NAME.yaml} with its values. A sink or an
 * action is a step of a route; a source begins one.
 */
@Component(ConfiguredKameletComponent.SCHEME)
public class ConfiguredKameletComponent extends DefaultComponent {

    static final String SCHEME = "configured-kamelet";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (remaining.isBlank()) {
            throw new IllegalArgumentException(SCHEME + ": needs the name of a file in config/kamelets");
        }
        ConfiguredKameletEndpoint endpoint = new ConfiguredKameletEndpoint(uri, this, remaining);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
