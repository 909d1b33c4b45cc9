package dev.caravan.security;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.failed-logins.*}.
 *
 * @param attempts Wrong credentials, and wrong keys of MCP instances, from one address in the period per. More get 429. 0 means no limit.
 * @param per      Period in which wrong credentials are counted.
 */
@ConfigurationProperties("caravan.security.failed-logins")
record FailedLoginProperties(@DefaultValue("60") long attempts, @DefaultValue("1m") Duration per) {

    FailedLoginProperties {
        if (attempts < 0 || per.isZero() || per.isNegative()) {
            throw new IllegalArgumentException("caravan.security.failed-logins: attempts must be 0 or more, and per must be more than 0");
        }
    }
}
