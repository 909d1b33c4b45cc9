package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.apache.camel.Exchange;

/**
 * Sends messages to a client before the answer to its request. Exchange property {@value #PROPERTY}. Absent when the transport or the
 * client can take only the answer.
 */
public interface AnswerStream {

    String PROPERTY = "mcpAnswerStream";
    /** The exchange property that tells who waits for the answer, if clients cancel requests without a session. */
    String WAITER = "mcpWaiter";

    /** Returns the stream, or null. Messages of a batch have none, because their answers are one message. */
    static AnswerStream of(Exchange exchange) {
        return exchange.getProperty(Exchange.SPLIT_INDEX) == null ? exchange.getProperty(PROPERTY, AnswerStream.class) : null;
    }

    /** Returns the token for progress notifications, or null when the client wants none. */
    default JsonNode progressToken(McpRequest request) {
        return request.meta().get("progressToken");
    }

    /**
     * Sends a message without waiting. The message is lost without an error when the client has left, has its answer, or reads too slowly;
     * a slow client still gets a request.
     */
    void send(ServerMessage message);

    /**
     * Closes the connection but keeps the answer, for which the client must reconnect. Does nothing for a client that can't reconnect.
     *
     * @param after how long the client should wait; null means the gateway's default
     */
    void interrupt(Duration after);

    /**
     * Notices from now on a client that leaves before anything was sent to it. Only for requests that take long: it costs more than a short
     * request.
     */
    default void watchClient() {
        // on this transport nobody leaves, or the connection says so
    }

    /** Drops the answer, because the client has cancelled its request. */
    void silence();

    /**
     * Runs the action when the client cancels its request; a modern client cancels by leaving. Runs it at once if the request is already
     * cancelled.
     */
    default void whenCancelled(Runnable action) {
        // requests on this transport can't be cancelled this way
    }

    /**
     * Runs the action when nothing can be sent any more: the answer is sent, or the client has left for good. Runs it at once if that is
     * already so.
     */
    void whenClosed(Runnable action);

    /** Cancels requests of a transport's only client. Exchange property {@value #PROPERTY}. Other transports find requests by session. */
    public interface RequestCanceller {

        String PROPERTY = "mcpRequestCanceller";

        /** Returns the canceller, or null. */
        static RequestCanceller of(Exchange exchange) {
            return exchange.getProperty(PROPERTY, RequestCanceller.class);
        }

        /**
         * Cancels a request. Does nothing when the request has ended or never existed.
         *
         * @param id id of the request
         */
        void cancel(JsonNode id);
    }
}
