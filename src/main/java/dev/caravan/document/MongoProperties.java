package dev.caravan.document;

import dev.caravan.store.BareAddress;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.mongodb.*}.
 *
 * @param uri      Connection string of MongoDB, with credentials, TLS and pool sizes. Empty means that the family documents is off.
 * @param database Database of the mongo_* tools.
 * @param timeout  Timeout of one operation. Keep it below tools.timeout.
 */
@ConfigurationProperties("caravan.mongodb")
record MongoProperties(
        @DefaultValue("") String uri,
        @DefaultValue("caravan") String database,
        @DefaultValue("4s") Duration timeout) {

    MongoProperties {
        if (!uri.isBlank()) {
            BareAddress.mongo("caravan.mongodb.uri", uri, "", "");
        }
    }
}
