package dev.caravan.bus;

import java.util.Map;
import org.apache.camel.Exchange;

/**
 * A message as it came from a broker, while its request is answered; exchange property {@value #PROPERTY}.
 *
 * @param source      the queue or topic, as {@code /jms/caravan.requests}
 * @param id          by which the broker knows it
 * @param redelivered whether the broker says that it may have been delivered before
 * @param traceable   whether it always says so
 * @param headers     as they would be over HTTP
 * @param body        the JSON-RPC text
 */
record BusMessage(String source, String id, boolean redelivered, boolean traceable, Map<String, String> headers, byte[] body) {

    static final String PROPERTY = "busMessage";

    static BusMessage of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, BusMessage.class);
    }

    void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
    }
}
