package dev.caravan.call;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** @param slow calls that take so long are told in the log; 0s: none are */
@ConfigurationProperties("caravan.calls")
record CallLogProperties(@DefaultValue("3s") Duration slow) {
}
