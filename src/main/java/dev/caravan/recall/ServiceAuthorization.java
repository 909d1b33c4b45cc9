package dev.caravan.recall;

import dev.caravan.recall.ServiceCall.Service;
import dev.caravan.security.TokenAudiences;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Decides which service receives the caller's {@code Authorization}, and logs the policy at start. */
@Component
class ServiceAuthorization {

    /** What a service receives. */
    enum Policy { FORWARD, NONE }

    private static final Logger LOG = LoggerFactory.getLogger(ServiceAuthorization.class);
    private static final String HEADER = "authorization";
    private static final Pattern BEARER = Pattern.compile("(?i)^Bearer +");

    private final RecallProperties properties;
    private final TokenAudiences audiences;

    ServiceAuthorization(RecallProperties properties, TokenAudiences audiences) {
        this.audiences = audiences;
        this.properties = properties;
        if (properties.isRemote()) {
            EnumSet.range(Service.ONTOLOGY_QUERY, Service.OPERATOR_INTEGRATION).forEach(this::tell);
        }
    }

    private void tell(Service service) {
        LOG.info("Authorization of callers service={} policy={} audience={}", service.title(),
                policy(service).name().toLowerCase(Locale.ROOT), audience(service));
    }

    private Policy policy(Service service) {
        return service == Service.ONTOLOGY_MANAGER && !properties.hasManager() ? Policy.NONE
                : isOntology(service) ? properties.ontologyQueryAuthorization() : properties.operatorIntegrationAuthorization();
    }

    private String audience(Service service) {
        return isOntology(service) ? properties.ontologyQueryAudience() : properties.operatorIntegrationAudience();
    }

    /** Ontology Manager gets what Ontology Query gets, since both read the same networks. */
    private static boolean isOntology(Service service) {
        return service == Service.ONTOLOGY_QUERY || service == Service.ONTOLOGY_MANAGER;
    }

    /**
     * Returns the headers for the service. If the service has an audience, {@code Authorization} is included only as a token that names the
     * audience. If any upstream server gets exchanged tokens, no service gets a token that does not name it.
     */
    Map<String, String> headers(ServiceCall call) {
        Map<String, String> headers = new HashMap<>(call.headers());
        String authorization = headers.get(HEADER);
        String audience = audience(call.service());
        boolean forwarded = policy(call.service()) == Policy.FORWARD && authorization != null
                && (audience.isBlank() && !audiences.exchanged().getAsBoolean()
                        || TokenAudiences.of(BEARER.matcher(authorization).replaceFirst("")).contains(audience));
        if (!forwarded) {
            headers.remove(HEADER);
        }
        return headers;
    }
}
