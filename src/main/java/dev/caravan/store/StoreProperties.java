package dev.caravan.store;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.store.*}. {@code config/application.yaml} explains each.
 *
 * @param url              PostgreSQL database of the gateways, jdbc:postgresql://HOST/DB. Empty means no tool management and no tasks.
 * @param username         User of the store.
 * @param password         Password of the store.
 * @param poolSize         Connections to the store. One more connection listens for changes.
 * @param connectTimeout   Timeout of a new connection to the store.
 * @param statementTimeout Timeout of one statement, enforced by PostgreSQL. Keep it below tools.timeout. Migrations use it too.
 * @param installation     Name of the installation in systems that others share. Empty means that the store identifies it.
 */
@ConfigurationProperties("caravan.store")
public record StoreProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String username,
        @DefaultValue("") String password,
        @DefaultValue("16") int poolSize,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("4s") Duration statementTimeout,
        @DefaultValue("") String installation) {

    public StoreProperties {
        BareAddress address = BareAddress.jdbc("caravan.store.url", url, username, password);
        url = address.url();
        username = address.username();
        password = address.password();
        if (!url.isBlank() && !url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException(
                    "caravan.store.url must be postgresql://USER:PASSWORD@HOST[:PORT]/DATABASE or jdbc:postgresql://HOST[:PORT]/DATABASE");
        }
        if (!url.isBlank() && username.isBlank() && !password.isEmpty()) {
            throw new IllegalArgumentException("caravan.store.password is set and caravan.store.username is not. Set it");
        }
    }

    boolean isSet() {
        return !url.isBlank();
    }
}
