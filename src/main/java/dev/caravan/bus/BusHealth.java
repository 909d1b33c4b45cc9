package dev.caravan.bus;

import java.util.function.Supplier;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/**
 * Reports a broker in health: DEGRADED while it is unreachable or messages wait, never down, because HTTP still works.
 *
 * @param broker  address
 * @param problem why there is no connection; null if there is one
 */
record BusHealth(String broker, Supplier<String> problem, CloseDelivery deliveries) implements HealthIndicator {

    @Override
    public Health health() {
        String reason = problem.get() == null ? deliveries.waitsFor() : problem.get();
        return (reason == null ? Health.up() : Health.status("DEGRADED").withDetail("reason", reason)).withDetail("broker", broker).build();
    }
}
