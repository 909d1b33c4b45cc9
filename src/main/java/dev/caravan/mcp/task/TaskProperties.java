package dev.caravan.mcp.task;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.tasks.*}; each is explained in {@code config/application.yaml}.
 *
 * @param timeout      Timeout of the work on one task. It must not exceed ttl.
 * @param ttl          Time for which clients can ask for a task.
 * @param pollInterval Interval at which clients should ask for a task.
 * @param maxRunning   Tasks that this gateway runs at the same time. Further calls run without a task.
 * @param lease        Time after which the tasks of a gateway fail when it has not renewed the lease.
 */
@ConfigurationProperties("caravan.tasks")
public record TaskProperties(
        @DefaultValue("30m") Duration timeout,
        @DefaultValue("1h") Duration ttl,
        @DefaultValue("1s") Duration pollInterval,
        @DefaultValue("64") int maxRunning,
        @DefaultValue("30s") Duration lease) {

    public TaskProperties {
        if (timeout.compareTo(ttl) > 0) {
            throw new IllegalArgumentException("caravan.tasks.timeout must not be longer than caravan.tasks.ttl");
        }
    }
}
