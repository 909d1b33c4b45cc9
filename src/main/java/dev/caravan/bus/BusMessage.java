package dev.caravan.bus;

import java.time.Duration;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * A message from a broker while its request runs. Exchange property {@value #PROPERTY}.
 *
 * @param source      queue or topic, for example {@code /jms/caravan.requests}
 * @param id          the broker's id; null if it has none
 * @param redelivered whether the broker says that it may have been delivered before
 * @param traceable   whether the broker always says so
 * @param expires     milliseconds since 1970, after which nobody waits for the answer; 0 means never
 * @param headers     headers as over HTTP
 * @param body        JSON-RPC text
 * @param received    when this gateway received it, in {@link System#nanoTime}
 */
record BusMessage(String source, String id, boolean redelivered, boolean traceable, long expires, Map<String, String> headers, byte[] body,
        long received) {

    static final String PROPERTY = "busMessage";

    static BusMessage of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, BusMessage.class);
    }

    boolean isExpired() {
        return expires > 0 && expires <= System.currentTimeMillis();
    }

    /** Returns for how long this gateway has had it. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - received);
    }

    void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }

    /** Reports that a message can never be processed. It becomes a dead letter with this reason. */
    public static final class PoisonException extends Exception {

        PoisonException(String reason) {
            super(reason, null, false, false);
        }
    }
}
