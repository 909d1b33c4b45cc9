package dev.caravan.store;

import dev.caravan.observe.Check;
import dev.caravan.observe.Checkup;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** Reports {@code store} in health: whether the store answers, and whether its notifications arrive. */
@Component("storeHealthIndicator")
record StoreHealth(Store store, Notifications notifications, Checkup checkup) implements HealthIndicator, Check {

    @Override
    public String name() {
        return "store";
    }

    @Override
    public Health health() {
        return checkup.of(this);
    }

    @Override
    public Health ask() {
        if (!store.isSet()) {
            return Check.up(Map.of("configured", false));
        }
        try {
            store.run(jdbc -> jdbc.sql("select 1").query(Integer.class).single());
        } catch (StoreException e) {
            return Check.degraded(e.getMessage());
        }
        return (notifications.isListening() ? Health.up() : Health.status(DEGRADED)).withDetail("listening", notifications.isListening())
                .build();
    }
}
