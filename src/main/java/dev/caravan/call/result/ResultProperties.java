package dev.caravan.call.result;

import dev.caravan.start.OrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of results that are larger than their limit, {@code caravan.results.*}.
 *
 * @param ttl                Time for which the caller can read the whole of a result that was cut.
 * @param maxMemory          Memory for these results. The oldest are dropped first. 0 keeps none.
 * @param maxMemoryPerCaller The same limit for one caller.
 */
@ConfigurationProperties("caravan.results")
record ResultProperties(@DefaultValue("10m") Duration ttl, @DefaultValue("64MB") @OrZero DataSize maxMemory,
        @DefaultValue("16MB") @OrZero DataSize maxMemoryPerCaller) {
}
