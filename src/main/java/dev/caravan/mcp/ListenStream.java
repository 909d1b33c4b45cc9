package dev.caravan.mcp;

import org.apache.camel.Exchange;

/**
 * Keeps the answer to a request open for later messages. Exchange property {@value #PROPERTY}. Absent when the transport or the client
 * can't keep an answer open.
 */
public interface ListenStream {

    String PROPERTY = "mcpListenStream";

    /** Returns the stream, or null. */
    static ListenStream of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ListenStream.class);
    }

    /**
     * Starts to send messages to the client. If the route leaves a body, such as an error, that body is the answer and the stream is
     * dropped.
     *
     * @throws McpException if the limit of streams is reached, or the topic has ended
     */
    void open(ListenSubscription subscription) throws McpException;
}
