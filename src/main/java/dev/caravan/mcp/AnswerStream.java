package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
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

    /** By which the client of that request wants to hear how far it is; null: it doesn't. */
    default JsonNode progressToken(McpRequest request) {
        return request.meta().get("progressToken");
    }

    /** Sends it at once; it is lost without an error where the client has left or was answered, or is too slow to read it. */
    void send(Notification notification);

    /** Asks the client; lost likewise, but for a slow client's sake. */
    void send(ServerRequest request);

    /**
     * Ends the connection but not the answer, for which the client is to come back. Does nothing for a client that could not.
     *
     * @param after how long it should wait; null: as the gateway has it
     */
    void interrupt(Duration after);

    /** The client has cancelled its request, and wants no answer any more. */
    void silence();

    /** Runs once the client has cancelled its request, in the modern era by leaving. At once if that is so already. */
    default void whenCancelled(Runnable action) {
        // what can't be cancelled this way
    }

    /** Runs once nothing can be sent any more: the answer is given, or the client has left for good. At once if that is so already. */
    void whenClosed(Runnable action);
}
