package dev.caravan.observe;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetricsPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/**
 * Publishes {@code resilience4j.circuitbreaker.*} of every breaker bean, by its name, logs when it opens and closes, and checks the
 * services behind them: whether anything accepts connections at a known address, and whether the breaker lets calls through.
 */
@Component
public class BreakerChecks implements Check.Several {

    private static final Logger LOG = LoggerFactory.getLogger(BreakerChecks.class);
    private static final int LIMIT_MS = 1_000;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final List<Check> all;

    BreakerChecks(List<CircuitBreaker> breakers, List<ServiceAddress> addresses, MeterRegistry registry) {
        TaggedCircuitBreakerMetricsPublisher publisher = new TaggedCircuitBreakerMetricsPublisher(registry);
        breakers.forEach(publisher::publishMetrics);
        breakers.forEach(breaker -> breaker.getEventPublisher().onStateTransition(event -> LOG.atLevel(
                event.getStateTransition().getToState() == CircuitBreaker.State.OPEN ? Level.WARN : Level.INFO)
                .log("Circuit breaker changed breaker={} state={}", breaker.getName(), event.getStateTransition().getToState())));
        this.all = breakers.stream().<Check>map(breaker -> new BreakerCheck(breaker, addresses.stream()
                .filter(address -> address.breaker().equals(breaker.getName())).findFirst().orElse(null))).toList();
    }

    @Override
    public List<Check> all() {
        return all;
    }

    /** @param service null if the breaker's service has no address of its own */
    private record BreakerCheck(CircuitBreaker breaker, ServiceAddress service) implements Check {

        @Override
        public String name() {
            return breaker.getName();
        }

        @Override
        public String title() {
            return service == null ? breaker.getName() : service.title() + " at " + Check.place(service.address().toString());
        }

        /** Opens a connection and sends nothing: no request would suit every service. */
        @Override
        public Health ask() throws IOException {
            if (service != null) {
                try (Socket connection = new Socket()) {
                    connection.connect(service.endpoint(), LIMIT_MS);
                }
            }
            CircuitBreaker.State state = breaker.getState();
            return state == CircuitBreaker.State.CLOSED ? Check.up(Map.of("breaker", "closed"))
                    : Check.degraded(
                            "The service failed and is not called for a while (breaker: " + state.name().toLowerCase(Locale.ROOT) + ")");
        }
    }

    /**
     * Where the service behind a circuit breaker is. The room that calls the service declares it as a bean.
     *
     * @param breaker name of the circuit breaker
     * @param title   name of the service for messages
     */
    public record ServiceAddress(String breaker, String title, URI address) {

        private InetSocketAddress endpoint() {
            int usual = "https".equals(address.getScheme()) ? HTTPS : HTTP;
            return new InetSocketAddress(address.getHost(), address.getPort() < 0 ? usual : address.getPort());
        }
    }
}
