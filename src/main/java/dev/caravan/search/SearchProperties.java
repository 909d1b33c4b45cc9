package dev.caravan.search;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.search.*}; each is explained in {@code config/application.yaml}.
 *
 * @param memory       for vectors of what is searched
 * @param timeout      of a search's work in the database
 * @param writeTimeout of one transaction that indexes
 * @param lease        after which a gateway that died no longer keeps others from a collection
 */
@ConfigurationProperties("caravan.search")
record SearchProperties(
        @DefaultValue("192MB") DataSize memory,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("30s") Duration writeTimeout,
        @DefaultValue("15s") Duration lease) {
}
