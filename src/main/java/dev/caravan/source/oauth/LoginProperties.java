package dev.caravan.source.oauth;

import dev.caravan.store.InstallationSecret;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.login.*}: logins of users at upstream servers.
 *
 * @param key    Secret that encrypts tokens of users in the store. All gateways must share it. Empty means that logins are refused if there
 *               is a store.
 * @param expiry Time that a user has for one login.
 */
@ConfigurationProperties("caravan.login")
record LoginProperties(@DefaultValue("") String key, @DefaultValue("10m") Duration expiry) {

    LoginProperties {
        InstallationSecret.check("caravan.login.key", key);
    }
}
