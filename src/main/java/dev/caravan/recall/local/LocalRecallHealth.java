package dev.caravan.recall.local;

import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/** Reports UP, or DEGRADED if a knowledge network or a toolbox can't be used. Never reports DOWN, because the others continue to work. */
@Component("localRecallHealthIndicator")
class LocalRecallHealth implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "A file of a knowledge network or toolbox can't be used");

    private final LocalFiles files;

    LocalRecallHealth(LocalFiles files) {
        this.files = files;
    }

    @Override
    public Health health() {
        Map<String, String> problems = files.problems();
        Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(DEGRADED).withDetail("refused", problems);
        return health.withDetail("knowledgeNetworks", files.networks().keySet()).withDetail("toolboxes", files.toolboxes().keySet()).build();
    }
}
