package dev.caravan.observe;

import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/** Checks one dependency of the gateway. */
public interface Check {

    /** A part of the gateway does not work; the rest does. */
    Status DEGRADED = new Status("DEGRADED", "A part does not work now; the rest works");

    /** Returns the name in health, such as {@code mongodb} or {@code database-shop}. */
    String name();

    /**
     * Checks the dependency. Runs on its own thread, which is interrupted at the time limit.
     *
     * @return result with details that contain no secrets
     * @throws Exception if the dependency is unavailable; only the exception's class is shown, because messages may contain addresses and
     *         credentials
     */
    Health ask() throws Exception;

    /** Provides several checks of one kind, one per configured dependency. */
    interface Several {

        List<Check> all();
    }

    /** Returns up, with these details. */
    static Health up(Map<String, Object> details) {
        return Health.up().withDetails(details).build();
    }

    /** Returns degraded, for this reason, which must contain no secrets. */
    static Health degraded(String reason) {
        return Health.status(DEGRADED).withDetail("reason", reason).build();
    }
}
