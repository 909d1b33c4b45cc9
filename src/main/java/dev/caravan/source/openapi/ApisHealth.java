package dev.caravan.source.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/** Reports UP, or DEGRADED if a file in {@code caravan.apis.directory} can't be used. Never reports DOWN, because other tools continue to work. */
@Component("apisHealthIndicator")
class ApisHealth implements HealthIndicator {

    private static final Status DEGRADED = new Status("DEGRADED", "A file in the folder of APIs can't be used");

    private final ApiFolder folder;

    ApisHealth(ApiFolder folder) {
        this.folder = folder;
    }

    @Override
    public Health health() {
        Map<String, String> problems = folder.apis().problems();
        Health.Builder health = problems.isEmpty() ? Health.up() : Health.status(DEGRADED);
        folder.apis().all().forEach((name, api) -> health.withDetail(name, details(api)));
        if (!problems.isEmpty()) {
            health.withDetail("refused", problems);
        }
        return health.build();
    }

    private static Map<String, Object> details(OfferedApi api) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("server", api.server());
        details.put("tools", api.tools().size());
        if (api.left() > 0) {
            details.put("beyondMaxTools", api.left());
        }
        if (!api.refused().isEmpty()) {
            details.put("refusedOperations", api.refused().size());
            details.put("reasons", api.firstRefused());
        }
        return details;
    }
}
