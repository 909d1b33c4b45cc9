package dev.caravan.store;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** {@code store} in health: whether the gateway's own database answers, and whether it tells of changes. */
@Component
class StoreHealth implements HealthIndicator {

    private final Store store;
    private final Notifications notifications;

    StoreHealth(Store store, Notifications notifications) {
        this.store = store;
        this.notifications = notifications;
    }

    @Override
    public Health health() {
        if (!store.isSet()) {
            return Health.up().withDetail("configured", false).build();
        }
        try {
            store.run(jdbc -> jdbc.sql("select 1").query(Integer.class).single());
        } catch (StoreException e) {
            return Health.status("DEGRADED").withDetail("reason", e.getMessage()).build();
        }
        return (notifications.isListening() ? Health.up() : Health.status("DEGRADED"))
                .withDetail("listening", notifications.isListening()).build();
    }
}
