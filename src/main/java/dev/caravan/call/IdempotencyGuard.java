package dev.caravan.call;

import org.apache.camel.Exchange;

/**
 * Prevents a redelivered request from running a tool twice whose effect must happen once. Exchange property {@value #PROPERTY}. Absent on
 * transports without redelivery, such as HTTP.
 */
public interface IdempotencyGuard {

    String PROPERTY = "callOnce";

    static IdempotencyGuard of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, IdempotencyGuard.class);
    }

    /**
     * Returns if the call has not run before.
     *
     * @param place index of the call in its batch; 0 without a batch
     * @throws Exception the answer to the call otherwise
     */
    void begin(int place) throws Exception;

    /** Takes back {@link #begin}, because the call did not run: no place was free. */
    void revoke(int place);
}
