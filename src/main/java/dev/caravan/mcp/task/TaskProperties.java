package dev.caravan.mcp.task;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.tasks.*}; each is explained in {@code config/application.yaml}.
 *
 * @param timeout      how long the work on one may take
 * @param ttl          how long one can be asked about, from its beginning
 * @param pollInterval after how long a client should ask again
 * @param maxRunning   that this gateway works on at once
 * @param lease        how long a gateway that says nothing is taken to work still
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
