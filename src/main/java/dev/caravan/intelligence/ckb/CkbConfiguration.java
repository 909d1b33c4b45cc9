package dev.caravan.intelligence.ckb;

import dev.caravan.observe.Family;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the circuit breaker of {@code routes/upstream/ckb.camel.yaml}. It is a bean, so that an edit of the route does not reset it. */
@Configuration(proxyBeanMethods = false)
@Family.On(Family.CKB)
class CkbConfiguration {

    /**
     * Opens at CKB's first failure. After the cool-down, one question tries CKB again. A caller that stops waiting does not count as a
     * failure.
     */
    @Bean
    CircuitBreaker ckbBreaker(CkbProperties properties) {
        return CircuitBreaker.of("ckb", CircuitBreakerConfig.custom()
                .slidingWindowSize(1)
                .minimumNumberOfCalls(1)
                .failureRateThreshold(100)
                .waitDurationInOpenState(properties.cooldown())
                .permittedNumberOfCallsInHalfOpenState(1)
                .ignoreException(thrown -> !CkbException.in(thrown).map(CkbException::isOfCkb).orElse(false))
                .writableStackTraceEnabled(false)
                .build());
    }
}
