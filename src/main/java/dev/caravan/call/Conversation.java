package dev.caravan.call;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.input.ClientInput;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * What can be said between a call and its client while it runs; each is null where it can't be.
 *
 * @param progress how far the call is
 * @param log      of its course
 * @param input    what the client can be asked
 * @param stream   on which all of it goes
 */
public record Conversation(Progress progress, ClientLog log, ClientInput input, AnswerStream stream) {

    /** Nothing can be said. */
    static final Conversation NONE = new Conversation(null, null, null, null);

    /** Exchange property that routes can read: what the client can be asked, as a map such as {@code {sampling={}}}. */
    public static final String CAPABILITIES = "clientCapabilities";

    static Conversation of(Exchange exchange) {
        return new Conversation(Progress.of(exchange), ClientLog.of(exchange), ClientInput.of(exchange), AnswerStream.of(exchange));
    }

    /** Leaves on the exchange of a route what its {@code mcp:} steps need. */
    void leaveOn(Exchange exchange) {
        exchange.setProperty(CAPABILITIES, input == null ? Map.of() : JsonValues.map(input.capabilities().declared()));
        leave(exchange, Progress.PROPERTY, progress);
        leave(exchange, ClientLog.PROPERTY, log);
        leave(exchange, ClientInput.PROPERTY, input);
        leave(exchange, AnswerStream.PROPERTY, stream);
    }

    private static void leave(Exchange exchange, String property, Object value) {
        if (value != null) {
            exchange.setProperty(property, value);
        }
    }
}
