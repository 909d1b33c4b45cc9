package dev.caravan.recall;

import dev.caravan.call.TokenAudiences;
import dev.caravan.recall.ServiceCall.Service;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which service gets the caller's {@code Authorization}, and says so in the log at start. */
class ServiceAuthorization {

    /** What a service gets. */
    enum Policy { FORWARD, NONE }

    private static final Logger LOG = LoggerFactory.getLogger(ServiceAuthorization.class);
    private static final String HEADER = "authorization";

    private final RecallProperties properties;

    ServiceAuthorization(RecallProperties properties) {
        this.properties = properties;
        if (!properties.local()) {
            tell(Service.ONTOLOGY_QUERY);
            tell(Service.OPERATOR_INTEGRATION);
        }
    }

    private void tell(Service service) {
        LOG.info("Authorization of callers service={} policy={} audience={}", service.title(), policy(service).name().toLowerCase(java.util.Locale.ROOT), audience(service));
    }

    private Policy policy(Service service) {
        return service == Service.ONTOLOGY_QUERY ? properties.ontologyQueryAuthorization() : properties.operatorIntegrationAuthorization();
    }

    private String audience(Service service) {
        return service == Service.ONTOLOGY_QUERY ? properties.ontologyQueryAudience() : properties.operatorIntegrationAudience();
    }

    /** The headers that the service gets. With an audience set, {@code Authorization} is among them only if it is a token that names the audience. */
    Map<String, String> headers(ServiceCall call) {
        Map<String, String> headers = new HashMap<>(call.headers());
        String authorization = headers.get(HEADER);
        String audience = audience(call.service());
        boolean forwarded = policy(call.service()) == Policy.FORWARD && authorization != null
                && (audience.isBlank() || TokenAudiences.of(authorization.replaceFirst("(?i)^Bearer +", "")).contains(audience));
        if (!forwarded) {
            headers.remove(HEADER);
        }
        return headers;
    }
}
