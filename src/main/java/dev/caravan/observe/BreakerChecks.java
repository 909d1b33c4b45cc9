package dev.caravan.observe;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetricsPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/**
 * Publishes {@code resilience4j.circuitbreaker.*} of every breaker bean, by its name, and checks the services behind them without a
 * request, from the outcome of their last calls.
 */
@Component
class BreakerChecks implements Check.Several {

    private final List<Check> all;

    BreakerChecks(List<CircuitBreaker> breakers, MeterRegistry registry) {
        TaggedCircuitBreakerMetricsPublisher publisher = new TaggedCircuitBreakerMetricsPublisher(registry);
        breakers.forEach(publisher::publishMetrics);
        this.all = breakers.stream().<Check>map(BreakerCheck::new).toList();
    }

    @Override
    public List<Check> all() {
        return all;
    }

    private record BreakerCheck(CircuitBreaker breaker) implements Check {

        @Override
        public String name() {
            return breaker.getName();
        }

        @Override
        public Health ask() {
            CircuitBreaker.State state = breaker.getState();
            return state == CircuitBreaker.State.CLOSED ? Check.up(Map.of("breaker", "closed"))
                    : Check.degraded(
                            "The service failed and is not called for a while (breaker: " + state.name().toLowerCase(Locale.ROOT) + ")");
        }
    }
}
