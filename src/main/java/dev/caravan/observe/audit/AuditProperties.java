package dev.caravan.observe.audit;

import dev.caravan.store.InstallationSecret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.audit.*}; each is explained in {@code config/application.yaml}.
 *
 * @param key      Key of the HMAC of arguments in audit events, at least 32 characters. All gateways must share it. Empty means a key from the
 *                 store.
 * @param whenFull What a call does when 10,000 audit events wait: wait for room, or lose its event, which is counted.
 */
@ConfigurationProperties("caravan.audit")
public record AuditProperties(@DefaultValue("") String key, @DefaultValue("wait") WhenFull whenFull) {

    /** Whether a call waits for room in the queue, or loses its event, which is counted. */
    public enum WhenFull { WAIT, LOSE }

    public AuditProperties {
        InstallationSecret.check("caravan.audit.key", key);
    }

    /** Leaves out the key. */
    @Override
    public String toString() {
        return "AuditProperties[]";
    }
}
