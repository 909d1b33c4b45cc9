package dev.caravan.recall;

import dev.caravan.recall.ServiceCall.Service;
import dev.caravan.security.TokenAudiences;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Decides which service receives the caller's {@code Authorization}, and logs the policy at start. */
@Component
class ServiceAuthorization {

    /** What a service receives. */
    enum Policy { FORWARD, EXCHANGE, NONE }

    private static final Logger LOG = LoggerFactory.getLogger(ServiceAuthorization.class);
    private static final String HEADER = "authorization";
    private static final Pattern BEARER = Pattern.compile("(?i)^Bearer +");

    private final RecallProperties properties;
    private final TokenExchange exchange;
    private final TokenAudiences audiences;

    ServiceAuthorization(RecallProperties properties, TokenExchange exchange, TokenAudiences audiences) {
        this.audiences = audiences;
        this.properties = properties;
        this.exchange = exchange;
        check("ontology-query", Service.ONTOLOGY_QUERY);
        check("operator-integration", Service.OPERATOR_INTEGRATION);
        if (properties.isRemote()) {
            tell(Service.ONTOLOGY_QUERY);
            tell(Service.ONTOLOGY_MANAGER);
            tell(Service.OPERATOR_INTEGRATION);
        }
    }

    private void check(String name, Service service) {
        if (policy(service) == Policy.EXCHANGE && (audience(service).isBlank() || !exchange.isSet())) {
            throw new IllegalArgumentException(
                    "caravan.recall." + name + "-authorization: exchange needs " + name + "-audience and token-exchange.url");
        }
    }

    private void tell(Service service) {
        LOG.info("Authorization of callers service={} policy={} audience={}", service.title(),
                policy(service).name().toLowerCase(java.util.Locale.ROOT), audience(service));
    }

    private Policy policy(Service service) {
        if (service == Service.ONTOLOGY_MANAGER && !properties.hasManager()) {
            return Policy.NONE;
        }
        return isOntology(service) ? properties.ontologyQueryAuthorization() : properties.operatorIntegrationAuthorization();
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
     * audience. With policy exchange, that token is the one that the caller's token was exchanged for. If any service or upstream server
     * gets exchanged tokens, no other service gets a token that does not name it.
     *
     * @throws TokenExchange.TokenRefused if the exchange fails
     */
    Map<String, String> headers(ServiceCall call) throws TokenExchange.TokenRefused {
        Map<String, String> headers = new HashMap<>(call.headers());
        String authorization = headers.get(HEADER);
        String audience = audience(call.service());
        if (policy(call.service()) == Policy.EXCHANGE && authorization != null && BEARER.matcher(authorization).lookingAt()) {
            headers.put(HEADER, "Bearer " + exchange.token(BEARER.matcher(authorization).replaceFirst(""), audience, call.limit()));
            return headers;
        }
        boolean forwarded = policy(call.service()) == Policy.FORWARD && authorization != null
                && (audience.isBlank() && !audiences.exchanged().getAsBoolean()
                        || TokenAudiences.of(BEARER.matcher(authorization).replaceFirst("")).contains(audience));
        if (!forwarded) {
            headers.remove(HEADER);
        }
        return headers;
    }
}
