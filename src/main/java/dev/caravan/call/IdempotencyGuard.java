package dev.caravan.call;

import org.apache.camel.Exchange;

/**
 * Of a request that its transport may deliver again: is told before a tool runs whose effect must not come about twice. Exchange
 * property {@value #PROPERTY}; absent where nothing is delivered again, as over HTTP.
 */
public interface IdempotencyGuard {

    String PROPERTY = "callOnce";

    static IdempotencyGuard of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, IdempotencyGuard.class);
    }

    /**
     * Returns if the call has not run before.
     *
     * @param place of the call in its message, 0 unless that is a batch
     * @throws Exception what the call is answered with instead
     */
    void begin(int place) throws Exception;
}
