package dev.caravan.catalogue;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.index.*}.
 *
 * @param timeout    after which a task has failed
 * @param searchWait that a search waits for its index, if its client hears of progress
 * @param lease      after which a gateway that says nothing has lost its task
 * @param maxRunning indexes that this gateway makes at once, each of another user
 */
@ConfigurationProperties("caravan.index")
record IndexProperties(@DefaultValue("30m") Duration timeout, @DefaultValue("30s") Duration lease, @DefaultValue("2s") Duration searchWait,
        @DefaultValue("2") int maxRunning) {
}
