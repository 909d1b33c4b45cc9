package dev.caravan.recall;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Set;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Gives the breakers of recall a short pause, so that tests needn't wait for the long one; all else of them stays. */
final class ShortPause implements BeanPostProcessor {

    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final Set<String> BREAKERS = Set.of("ontologyQueryBreaker", "ontologyManagerBreaker", "operatorIntegrationBreaker",
            "mcpProxyBreaker");

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return BREAKERS.contains(name) && bean instanceof CircuitBreaker breaker
                ? CircuitBreaker.of(breaker.getName(),
                        CircuitBreakerConfig.from(breaker.getCircuitBreakerConfig()).waitDurationInOpenState(PAUSE).build())
                : bean;
    }
}
