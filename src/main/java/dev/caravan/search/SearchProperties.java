package dev.caravan.search;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.search.*}. {@code config/application.yaml} explains each.
 *
 * @param memory       Memory for the vectors of search tools. Collections that do not fit are ranked in Neo4j, which is slower.
 * @param timeout      Timeout of each transaction of a search.
 * @param writeTimeout Timeout of one transaction that indexes.
 * @param lease        Time after which another gateway may index a context when the gateway that indexes it has not renewed the lease.
 */
@ConfigurationProperties("caravan.search")
record SearchProperties(
        @DefaultValue("192MB") DataSize memory,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("30s") Duration writeTimeout,
        @DefaultValue("15s") Duration lease) {
}
