package dev.caravan.bus;

import java.util.Map;
import org.apache.camel.Exchange;

/**
 * A message from a broker while its request runs. Exchange property {@value #PROPERTY}.
 *
 * @param source      queue or topic, for example {@code /jms/caravan.requests}
 * @param id          the broker's id
 * @param redelivered whether the broker says that it may have been delivered before
 * @param traceable   whether the broker always says so
 * @param headers     headers as over HTTP
 * @param body        JSON-RPC text
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
