package dev.caravan.health;

import dev.caravan.routes.RoutesLoaded;
import java.util.Locale;
import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * {@code entries} in health, which alone decides with the gateway's own state whether it is ready: up once the routes have been loaded and
 * the entry of MCP over HTTP listens; out of service before, and when it stops.
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
    void loaded(RoutesLoaded event) {
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
