package dev.caravan.bus;

import java.time.Duration;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultMessage;

/**
 * A message from a broker while its request runs. Exchange property {@value #PROPERTY}.
 *
 * @param source      queue or topic, for example {@code /jms/caravan.requests}
 * @param places      messages of this bus that the gateway processes at the same time
 * @param id          the broker's id; null if it has none
 * @param redelivered whether the broker says that it may have been delivered before
 * @param flagged     whether the broker always says so
 * @param timeToLive  time after which nobody waits for the answer, as its sender measures it; null means never
 * @param answers     place for the answer; null if there is none
 * @param headers     headers as over HTTP; their names are case-insensitive
 * @param body        JSON-RPC text
 * @param received    when this gateway received it, in {@link System#nanoTime}
 */
record BusMessage(String source, int places, String id, boolean redelivered, boolean flagged, Duration timeToLive, String answers,
        Map<String, String> headers, byte[] body, long received) {

    static final String PROPERTY = "busMessage";

    private static final String RECEIVED = "busReceived";

    /** Keeps the message as Camel received it, so that the message of the exchange may become the answer. */
    static void keep(Exchange exchange, Message received) {
        exchange.setProperty(RECEIVED, received);
        exchange.setMessage(new DefaultMessage(exchange));
    }

    /** Returns whether its time to live has passed while it waited here. */
    boolean isExpired() {
        return timeToLive != null && age().compareTo(timeToLive) >= 0;
    }

    /** Returns the message as Camel received it. */
    static Message received(Exchange exchange) {
        return exchange.getProperty(RECEIVED, exchange.getMessage(), Message.class);
    }

    static BusMessage of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, BusMessage.class);
    }

    /** Returns for how long this gateway has had it. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - received);
    }

    /** Reports that a message can never be processed. It becomes a dead letter with this reason, and its sender is told. */
    public static final class PoisonException extends Exception {

        PoisonException(String reason) {
            super(reason, null, false, false);
        }
    }
}
