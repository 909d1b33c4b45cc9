package dev.caravan.routes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;

/** Reports UP, or DEGRADED with the problem of each file that can't be used. Never reports DOWN, because the last good routes continue to serve. */
class RoutesHealth implements HealthIndicator {

    static final Status DEGRADED = new Status("DEGRADED", "A routes file can't be used; its last good version serves");

    private final RouteReloader reloader;

    RoutesHealth(RouteReloader reloader) {
        this.reloader = reloader;
    }

    @Override
    public Health health() {
        Map<String, RouteReloader.Broken> broken = reloader.broken();
        Health.Builder health = broken.isEmpty() ? Health.up() : Health.status(DEGRADED);
        health.withDetail("routes", reloader.served().values().stream().mapToInt(List::size).sum());
        if (!broken.isEmpty()) {
            Map<String, Object> files = new LinkedHashMap<>();
            broken.forEach((name, file) -> files.put(name, Map.of("problem", file.problem().toString(), "since", file.since().toString())));
            health.withDetail("broken", files);
        }
        return health.build();
    }
}
