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

/** Reports when recall's circuit breakers open and close, and how long they stay open. */
@Component
class Breakers {

    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);

    private final Map<Service, Instant> closing = new ConcurrentHashMap<>();

    Breakers(CircuitBreaker ontologyQueryBreaker, CircuitBreaker ontologyManagerBreaker, CircuitBreaker operatorIntegrationBreaker, CircuitBreaker mcpProxyBreaker) {
        Map<Service, CircuitBreaker> breakers = new EnumMap<>(Map.of(Service.ONTOLOGY_QUERY, ontologyQueryBreaker, Service.ONTOLOGY_MANAGER, ontologyManagerBreaker,
                Service.OPERATOR_INTEGRATION, operatorIntegrationBreaker, Service.MCP_PROXY, mcpProxyBreaker));
        breakers.forEach((service, breaker) -> breaker.getEventPublisher().onStateTransition(event -> {
            if (event.getStateTransition().getToState() == CircuitBreaker.State.OPEN) {
                closing.put(service, event.getCreationTime().toInstant().plus(RecallConfiguration.PAUSE));
                LOG.warn("Circuit breaker opened service=\"{}\" pause={}s breaker={}", service.title(), RecallConfiguration.PAUSE.toSeconds(), breaker.getName());
            } else if (event.getStateTransition().getToState() == CircuitBreaker.State.CLOSED) {
                LOG.info("Circuit breaker closed service=\"{}\" breaker={}", service.title(), breaker.getName());
            }
        }));
    }

    /** Returns the seconds until the breaker lets a call through, at least 1. */
    long secondsLeft(Service service) {
        return Math.max(1, Duration.between(Instant.now(), closing.getOrDefault(service, Instant.now())).toSeconds());
    }
}
