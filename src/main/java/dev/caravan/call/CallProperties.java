package dev.caravan.call;

import dev.caravan.start.OrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of calls, {@code caravan.tools.*}.
 *
 * @param timeout              Timeout of a tool call, a resource, a prompt or a completion whose route sets none.
 * @param maxInFlight          Calls that run at the same time in this gateway. More are refused.
 * @param maxInFlightPerCaller Calls of one caller that run at the same time, in modes api-key and oauth2. More get 429. 0 means
 *                             max-in-flight.
 * @param maxResult            Maximum size of a result as JSON. Longer lists lose items at their end.
 */
@ConfigurationProperties("caravan.tools")
public record CallProperties(
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("512") int maxInFlight,
        @DefaultValue("256") @OrZero int maxInFlightPerCaller,
        @DefaultValue("200KB") DataSize maxResult) {
}
