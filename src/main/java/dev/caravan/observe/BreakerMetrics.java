package dev.caravan.observe;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetricsPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.stereotype.Component;

/** Publishes {@code resilience4j.circuitbreaker.*} of every breaker bean, by its name. */
@Component
class BreakerMetrics {

    BreakerMetrics(List<CircuitBreaker> breakers, MeterRegistry registry) {
        TaggedCircuitBreakerMetricsPublisher publisher = new TaggedCircuitBreakerMetricsPublisher(registry);
        breakers.forEach(publisher::publishMetrics);
    }
}
