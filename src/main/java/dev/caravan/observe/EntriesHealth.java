package dev.caravan.observe;

import dev.caravan.routes.RoutesState;
import java.util.Locale;
import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Reports {@code entries} in health, which decides the gateway's readiness together with its own state: up when the routes are loaded and
 * the HTTP entry listens; out of service before that and when the gateway stops.
 */
@Component("entriesHealthIndicator")
class EntriesHealth implements HealthIndicator {

    private static final String ENTRY = "entry-http";

    private final CamelContext context;
    private volatile boolean loaded;

    EntriesHealth(CamelContext context) {
        this.context = context;
    }

    @EventListener
    void loaded(RoutesState.Loaded event) {
        loaded = true;
    }

    @Override
    public Health health() {
        ServiceStatus entry = context.getRoute(ENTRY) == null ? null : context.getRouteController().getRouteStatus(ENTRY);
        boolean ready = loaded && context.getStatus().isStarted() && entry != null && entry.isStarted();
        return (ready ? Health.up() : Health.outOfService()).withDetail("routesLoaded", loaded)
                .withDetail(ENTRY, entry == null ? "absent" : entry.name().toLowerCase(Locale.ROOT)).build();
    }
}
