package dev.caravan.mcp;

import org.apache.camel.Exchange;

/**
 * Takes what goes to a client ahead of the answer to its request. Exchange property {@value #PROPERTY}; absent where the
 * transport or the client can't have more than the answer.
 */
public interface AnswerStream {

    String PROPERTY = "mcpAnswerStream";

    /** Null if there is none. Messages of a batch have none: their answers are one message. */
    static AnswerStream of(Exchange exchange) {
        return exchange.getProperty(Exchange.SPLIT_INDEX) == null ? exchange.getProperty(PROPERTY, AnswerStream.class) : null;
    }

    /** Sends it at once; it is lost without an error where the client has left or was answered. */
    void send(Notification notification);
}
