package dev.caravan.bus;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * A message from a broker while its request runs. Exchange property {@value #PROPERTY}.
 *
 * @param source      queue or topic, for example {@code /jms/caravan.requests}
 * @param id          the broker's id; null if it has none
 * @param redelivered whether the broker says that it may have been delivered before
 * @param traceable   whether the broker always says so
 * @param timeToLive  time after which nobody waits for the answer, as its sender measures it; null means never
 * @param answers     place for the answer; null if there is none
 * @param headers     headers as over HTTP; their names are case-insensitive
 * @param body        JSON-RPC text
 * @param received    when this gateway received it, in {@link System#nanoTime}
 */
record BusMessage(String source, String id, boolean redelivered, boolean traceable, Duration timeToLive, String answers,
        Map<String, String> headers, byte[] body, long received) {

    static final String PROPERTY = "busMessage";
    /** The exchange property with the end of the message, for metrics: answered, dropped, dead, expired or cancelled. */
    static final String END = "busEnd";

    static BusMessage of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, BusMessage.class);
    }

    /** Counts a message that was received, and its end when the exchange ends. A message that is not acknowledged is {@code returned}. */
    static void count(Exchange exchange, MeterRegistry meters, String bus, boolean redelivered) {
        if (redelivered) {
            meters.counter("caravan.bus.redelivered", "bus", bus).increment();
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                String end = done.isFailed() ? "returned" : done.getProperty(END, "done", String.class);
                meters.counter("caravan.bus.messages", "bus", bus, "end", end).increment();
            }
        });
    }

    /** Returns whether it expired here. The broker drops those that expired before, by its own clock; this gateway's clock may differ. */
    boolean isExpired() {
        return timeToLive != null && age().compareTo(timeToLive) >= 0;
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
