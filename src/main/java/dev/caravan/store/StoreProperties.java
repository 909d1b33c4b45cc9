package dev.caravan.store;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.store.*}; each is explained in {@code config/application.yaml}.
 *
 * @param url              JDBC address of a PostgreSQL database; empty: this gateway manages no tools
 * @param statementTimeout enforced by the database
 */
@ConfigurationProperties("caravan.store")
public record StoreProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue("16") int poolSize,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("4s") Duration statementTimeout) {

    boolean isSet() {
        return !url.isBlank();
    }
}
