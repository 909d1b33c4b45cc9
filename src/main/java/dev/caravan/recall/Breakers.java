package dev.caravan.recall;

import dev.caravan.recall.ServiceCall.Service;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** How long services are left alone that failed too often. */
@Component
class Breakers {

    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);

    private final Map<Service, Instant> closing = new ConcurrentHashMap<>();

    Breakers(CircuitBreaker ontologyQueryBreaker, CircuitBreaker operatorIntegrationBreaker, CircuitBreaker mcpProxyBreaker) {
        Map<Service, CircuitBreaker> breakers = new EnumMap<>(Map.of(Service.ONTOLOGY_QUERY, ontologyQueryBreaker,
                Service.OPERATOR_INTEGRATION, operatorIntegrationBreaker, Service.MCP_PROXY, mcpProxyBreaker));
        breakers.forEach((service, breaker) -> breaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                closing.put(service, event.getCreationTime().toInstant().plus(RecallConfiguration.PAUSE));
                LOG.warn("{} failed too often and is left alone for {} s ({})", service.title(), RecallConfiguration.PAUSE.toSeconds(), breaker.getName());
            } else if (event.getStateTransition().getToState() == CircuitBreaker.State.CLOSED) {
                LOG.info("{} answers again ({})", service.title(), breaker.getName());
            }
        }));
    }

    /** At least 1. */
    long secondsLeft(Service service) {
        return Math.max(1, Duration.between(Instant.now(), closing.getOrDefault(service, Instant.now())).toSeconds());
    }
}
