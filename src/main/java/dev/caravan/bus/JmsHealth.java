package dev.caravan.bus;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** {@code jms} in health: DEGRADED while the broker is away, never down, since HTTP goes on. */
class JmsHealth implements HealthIndicator {

    private final JmsLink link;

    JmsHealth(JmsLink link) {
        this.link = link;
    }

    @Override
    public Health health() {
        String problem = link.problem();
        return problem == null ? Health.up().withDetail("broker", link.address()).build()
                : Health.status("DEGRADED").withDetail("broker", link.address()).withDetail("reason", problem).build();
    }
}
