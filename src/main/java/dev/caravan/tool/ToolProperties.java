package dev.caravan.tool;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of calls, {@code caravan.tools.*}.
 *
 * @param timeout     how long a tool may take that names no time of its own
 * @param maxResult   bytes of JSON that a result may have
 * @param maxInFlight calls that run at once in this gateway; more are refused
 * @param maxInFlightPerCaller of one caller in modes api-key and oauth2; 0: as many as {@code maxInFlight}
 * @param confirmDestructive whether users confirm calls that may destroy something, where their clients can ask
 * @param confirmTimeout     how long a user of a legacy client may take for that
 */
@ConfigurationProperties("caravan.tools")
record ToolProperties(
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("200KB") DataSize maxResult,
        @DefaultValue("512") int maxInFlight,
        @DefaultValue("256") int maxInFlightPerCaller,
        @DefaultValue("false") boolean confirmDestructive,
        @DefaultValue("2m") Duration confirmTimeout) {
}
