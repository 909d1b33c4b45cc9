package dev.caravan.observe;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.springframework.stereotype.Component;

/** The component of {@code audit:events}: a route from it gets the audit events of this gateway. */
@Component(AuditComponent.SCHEME)
public class AuditComponent extends DefaultComponent {

    static final String SCHEME = "audit";

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        if (!remaining.equals("events")) {
            throw new IllegalArgumentException("The only audit endpoint is audit:events, got audit:" + remaining);
        }
        AuditEndpoint endpoint = new AuditEndpoint(uri, this);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
