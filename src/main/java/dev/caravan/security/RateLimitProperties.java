package dev.caravan.security;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.rate-limit.*}.
 *
 * @param calls of one caller in the time {@code per}; 0: no limit
 * @param burst calls at once after a pause; 0: as many as {@code calls}
 */
@ConfigurationProperties("caravan.security.rate-limit")
record RateLimitProperties(@DefaultValue("0") long calls, @DefaultValue("1s") Duration per, @DefaultValue("0") long burst) {

    RateLimitProperties {
        if (calls < 0 || burst < 0 || per.isZero() || per.isNegative()) {
            throw new IllegalArgumentException("caravan.security.rate-limit: calls and burst can't be negative, and per must be more than 0");
        }
    }
}
