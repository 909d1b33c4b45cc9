package dev.caravan.call;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param slow Duration from which a call is logged as slow. 0s means never.
 */
@ConfigurationProperties("caravan.calls")
record CallLogProperties(@DefaultValue("3s") Duration slow) {
}
