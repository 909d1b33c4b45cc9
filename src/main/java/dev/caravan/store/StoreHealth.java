package dev.caravan.store;

import dev.caravan.observe.Check;
import dev.caravan.observe.Checkup;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** Reports {@code store} in health: whether the store answers, whether its notifications arrive, and whether its clock is the gateway's. */
@Component("storeHealthIndicator")
record StoreHealth(Store store, Notifications notifications, Checkup checkup) implements HealthIndicator, Check {

    private static final Duration CLOCKS = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "store";
    }

    @Override
    public String title() {
        return "The store at " + store.place();
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
            double now = store.run(jdbc -> jdbc.sql("select extract(epoch from clock_timestamp())").query(Double.class).single());
            String clocks = difference(Instant.now(), Instant.ofEpochMilli((long) (now * 1_000)));
            if (clocks != null) {
                return Check.degraded(clocks);
            }
        } catch (StoreException e) {
            if (store.isBusy()) {
                return Check.degraded(e.getMessage());
            }
            throw e;
        }
        return (notifications.isListening() ? Health.up() : Health.status(DEGRADED)).withDetail("listening", notifications.isListening())
                .build();
    }

    /** Returns how far the clocks differ, if sessions and other states of several gateways may expire too early or too late; else null. */
    static String difference(Instant gateway, Instant store) {
        Duration difference = Duration.between(gateway, store).abs();
        return difference.compareTo(CLOCKS) <= 0 ? null
                : "The gateway's clock differs from the store's by " + difference.toSeconds() + " s. Synchronize the clocks";
    }
}
