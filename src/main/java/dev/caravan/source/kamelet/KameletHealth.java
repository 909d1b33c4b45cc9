package dev.caravan.source.kamelet;

import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/** Reports UP, or DEGRADED if a file in {@code config/kamelets} can't be used or a Kamelet does not start. Never reports DOWN, because others work. */
@Component("kameletsHealthIndicator")
class KameletHealth implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "A file in config/kamelets can't be used, or a Kamelet does not start");

    private final Kamelets kamelets;
    private final KameletFolder folder;

    KameletHealth(Kamelets kamelets, KameletFolder folder) {
        this.kamelets = kamelets;
        this.folder = folder;
    }

    @Override
    public Health health() {
        List<String> refused = folder.refused();
        Map<String, String> failures = kamelets.failures();
        Health.Builder health = refused.isEmpty() && failures.isEmpty() ? Health.up() : Health.status(DEGRADED);
        kamelets.all().forEach((name, kamelet) -> health.withDetail(name, failures.containsKey(name) ? kamelet.definition().name() + ": " + failures.get(name) : kamelet.definition().name()));
        if (!refused.isEmpty()) {
            health.withDetail("refused", refused);
        }
        return health.build();
    }
}
