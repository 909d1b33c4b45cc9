package dev.caravan.health;

import java.util.Map;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/** How to see whether one thing that the gateway needs is there. */
public interface Check {

    /** A part of what the gateway offers does not work; the rest does. */
    Status DEGRADED = new Status("DEGRADED", "A part does not work now; the others do");

    /** In the health page, such as {@code mongodb} or {@code database-shop}. */
    String name();

    /**
     * Asks, and may wait; on a thread of its own, which is interrupted when the limit is over.
     *
     * @return what it is, with details that are no secrets
     * @throws Exception it isn't there; of this only the kind is shown, as messages may hold addresses and credentials
     */
    Health ask() throws Exception;

    /** Up, with these details. */
    static Health up(Map<String, Object> details) {
        return Health.up().withDetails(details).build();
    }

    /** Degraded, for this reason, which holds no secrets. */
    static Health degraded(String reason) {
        return Health.status(DEGRADED).withDetail("reason", reason).build();
    }
}
