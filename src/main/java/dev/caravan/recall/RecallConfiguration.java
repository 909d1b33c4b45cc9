package dev.caravan.recall;

import dev.caravan.call.Deadlines;
import dev.caravan.call.TokenExchanges;
import dev.caravan.observe.BreakerChecks;
import dev.caravan.observe.Family;
import dev.caravan.recall.ServiceAuthorization.Policy;
import dev.caravan.security.TokenAudiences;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.util.ObjectHelper;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Creates the circuit breakers that {@code routes/recall/} names. They are beans, so that an edit of a route does not reset them. Each
 * opens when half of the last ten requests, and at least five, failed. Calls that their callers cancelled don't count. After the pause one
 * request tries again.
 */
@Configuration(proxyBeanMethods = false)
class RecallConfiguration {

    static final Duration PAUSE = Duration.ofSeconds(10);

    /**
     * Lists the audiences whose tokens mode oauth2 may forward. A service without an audience gets no token there. In local mode there are
     * no services.
     */
    @Bean
    TokenAudiences tokenAudiences(RecallProperties properties, TokenExchanges exchanges) {
        Set<String> audiences = new HashSet<>();
        if (properties.isRemote()) {
            audiences.add(properties.ontologyQueryAuthorization() == Policy.FORWARD ? properties.ontologyQueryAudience() : "");
            audiences.add(properties.operatorIntegrationAuthorization() == Policy.FORWARD ? properties.operatorIntegrationAudience() : "");
        }
        audiences.remove("");
        return new TokenAudiences(Set.copyOf(audiences), exchanges::isNeeded);
    }

    @Bean
    @Family.On(Family.RECALL)
    CircuitBreaker ontologyQueryBreaker() {
        return CircuitBreaker.of("ontology-query", Deadlines.breaker(PAUSE).build());
    }

    @Bean
    @Family.On(Family.ACTION_TYPES)
    CircuitBreaker ontologyManagerBreaker() {
        return CircuitBreaker.of("ontology-manager", Deadlines.breaker(PAUSE).build());
    }

    @Bean
    @Family.On(Family.RECALL)
    CircuitBreaker operatorIntegrationBreaker() {
        return CircuitBreaker.of("operator-integration", Deadlines.breaker(PAUSE).build());
    }

    /** Counts only failures of AOI itself: one slow or failing MCP server behind it must not block calls to the others. */
    @Bean
    @Family.On(Family.RECALL)
    CircuitBreaker mcpProxyBreaker() {
        return CircuitBreaker.of("mcp-proxy", Deadlines.breaker(PAUSE).recordException(RecallConfiguration::isAbsence).build());
    }

    /** The services' own addresses. In local mode there are no services. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "caravan.recall.local", havingValue = "false", matchIfMissing = true)
    static class Addresses {

        @Bean
        @Family.On(Family.RECALL)
        BreakerChecks.ServiceAddress ontologyQueryAddress(RecallProperties properties) {
            return new BreakerChecks.ServiceAddress("ontology-query", "Ontology Query", properties.ontologyQueryUrl());
        }

        @Bean
        @Family.On(Family.ACTION_TYPES)
        BreakerChecks.ServiceAddress ontologyManagerAddress(RecallProperties properties) {
            return new BreakerChecks.ServiceAddress("ontology-manager", "Ontology Manager", properties.ontologyManagerUrl());
        }

        @Bean
        @Family.On(Family.RECALL)
        BreakerChecks.ServiceAddress operatorIntegrationAddress(RecallProperties properties) {
            return new BreakerChecks.ServiceAddress("operator-integration", "Agent Operator Integration",
                    properties.operatorIntegrationUrl());
        }
    }

    private static boolean isAbsence(Throwable thrown) {
        return Stream.of(ConnectException.class, UnknownHostException.class, NoRouteToHostException.class)
                .anyMatch(absence -> ObjectHelper.getException(absence, thrown) != null);
    }
}
