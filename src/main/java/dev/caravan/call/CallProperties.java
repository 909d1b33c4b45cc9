package dev.caravan.call;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of all calls, {@code caravan.tools.*}.
 *
 * @param timeout              how long a tool or resource may take that names no time of its own
 * @param maxInFlight          calls that run at once in this gateway; more are refused
 * @param maxInFlightPerCaller of one caller in modes api-key and oauth2; 0: as many as {@code maxInFlight}
 */
@ConfigurationProperties("caravan.tools")
record CallProperties(@DefaultValue("5s") Duration timeout, @DefaultValue("512") int maxInFlight, @DefaultValue("256") int maxInFlightPerCaller) {
}
