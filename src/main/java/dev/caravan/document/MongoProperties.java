package dev.caravan.document;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.mongodb.*}.
 *
 * @param uri      connection string; what it says wins over the limits here
 * @param database that holds the collection {@code documents}
 * @param timeout  for one operation from beginning to end, waiting for a server and a connection included
 */
@ConfigurationProperties("caravan.mongodb")
record MongoProperties(
        @DefaultValue("mongodb://127.0.0.1:27017") String uri,
        @DefaultValue("caravan") String database,
        @DefaultValue("4s") Duration timeout) {
}
