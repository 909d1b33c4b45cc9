package dev.caravan.bus;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Reports {@code jms} in health: DEGRADED while the broker is unreachable, never down, because HTTP still works. */
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
