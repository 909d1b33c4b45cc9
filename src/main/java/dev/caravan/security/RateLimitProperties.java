package dev.caravan.security;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.rate-limit.*}.
 *
 * @param calls Requests of one caller in the period per, at each gateway. More get 429. 0 means no limit.
 * @param per   Period of the rate limit.
 * @param burst Requests that a caller may send at once after a pause. 0 means calls.
 */
@ConfigurationProperties("caravan.security.rate-limit")
record RateLimitProperties(@DefaultValue("0") long calls, @DefaultValue("1s") Duration per, @DefaultValue("0") long burst) {

    RateLimitProperties {
        if (calls < 0 || burst < 0 || per.isZero() || per.isNegative()) {
            throw new IllegalArgumentException("caravan.security.rate-limit: calls and burst must be 0 or more, and per must be more than 0");
        }
    }
}
