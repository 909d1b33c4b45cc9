package dev.caravan.catalogue;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.index.*}.
 *
 * @param timeout    Time after which an unfinished index of a search tool fails.
 * @param lease      Time after which a task is reassigned when its gateway has not renewed the lease.
 * @param searchWait Time that a search waits for an index that is being built, when its client receives progress.
 * @param maxRunning Indexes that this gateway builds at the same time, each of another user. More need more heap.
 */
@ConfigurationProperties("caravan.index")
record IndexProperties(@DefaultValue("30m") Duration timeout, @DefaultValue("30s") Duration lease, @DefaultValue("2s") Duration searchWait,
        @DefaultValue("2") int maxRunning) {
}
