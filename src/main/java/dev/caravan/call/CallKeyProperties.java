package dev.caravan.call;

import dev.caravan.start.OrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of calls with an idempotency key, {@code caravan.calls.*}.
 *
 * @param rememberKeys Time for which a call that comes again with its idempotency key, or in the same message, gets the first answer.
 * @param keyMemory    Memory for answers without a store. The oldest answers are dropped first; their calls still don't run again.
 * @param maxKeysPerCaller Limit of remembered keys for one caller. A call with one more key is refused and not run.
 */
@ConfigurationProperties("caravan.calls")
record CallKeyProperties(@DefaultValue("24h") Duration rememberKeys, @DefaultValue("64MB") @OrZero DataSize keyMemory,
        @DefaultValue("10000") int maxKeysPerCaller) {
}
