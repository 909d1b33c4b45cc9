package dev.caravan.audit;

import dev.caravan.store.InstallationSecret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.audit.*}; each is explained in {@code config/application.yaml}.
 *
 * @param key      of the HMAC that stands for arguments; empty: the gateways' database has one
 * @param whenFull what a call does that ends while {@value AuditQueue#SIZE} events wait
 */
@ConfigurationProperties("caravan.audit")
public record AuditProperties(@DefaultValue("") String key, @DefaultValue("wait") WhenFull whenFull) {

    /** Wait until there is room, or lose its event, which is counted. */
    public enum WhenFull { WAIT, LOSE }

    public AuditProperties {
        InstallationSecret.check("caravan.audit.key", key);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "AuditProperties[]";
    }
}
