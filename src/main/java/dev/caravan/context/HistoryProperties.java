package dev.caravan.context;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.history.*}: how long changes of contexts can be listed and undone.
 *
 * @param keep               Time for which changes of contexts are kept.
 * @param maxChangesPerTable Changes that are kept of one context. The oldest are deleted first. 0 means no history, and deletes the recorded changes.
 * @param maxBytesPerUser    Size of the kept changes of all contexts of one user. The oldest are deleted first.
 */
@ConfigurationProperties("caravan.history")
record HistoryProperties(
        @DefaultValue("30d") Duration keep,
        @DefaultValue("100") int maxChangesPerTable,
        @DefaultValue("100MB") DataSize maxBytesPerUser) {
}
