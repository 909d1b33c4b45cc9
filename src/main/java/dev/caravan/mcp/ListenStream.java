package dev.caravan.mcp;

import org.apache.camel.Exchange;

/**
 * Keeps the answer to a request open for what is to be heard later. Exchange property {@value #PROPERTY}; absent where the
 * transport or the client can't have that.
 */
public interface ListenStream {

    String PROPERTY = "mcpListenStream";

    /** Null if there is none. */
    static ListenStream of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ListenStream.class);
    }

    /**
     * From here on the client hears. A body that the route leaves, such as an error, is answered instead, and the stream is dropped.
     *
     * @throws McpException if there are as many streams as may be, or what is listened to has gone
     */
    void open(ListenSubscription subscription) throws McpException;
}
