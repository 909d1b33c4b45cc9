package dev.caravan.routes;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/** Fails as a component in lib/ext does whose own jars are not there. Its name in routes is {@code lacking}. */
public class LackingComponent extends DefaultComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        throw new NoClassDefFoundError("org/example/Missing");
    }
}
