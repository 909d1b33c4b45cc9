package dev.caravan.call;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.input.ClientInput;
import java.util.Map;
import org.apache.camel.Exchange;

/**
 * The ways to talk with a call's client while the call runs. Each is null if it is unavailable.
 *
 * @param progress progress notifications
 * @param log      log messages
 * @param input    questions to the client
 * @param stream   stream that carries all of them
 */
public record Conversation(Progress progress, ClientLog log, ClientInput input, AnswerStream stream) {

    /** No conversation is possible. */
    static final Conversation NONE = new Conversation(null, null, null, null);

    /** The exchange property with the kinds of input that the client can give, as a map such as {@code {sampling={}}}. */
    public static final String CAPABILITIES = "clientCapabilities";

    static Conversation of(Exchange exchange) {
        return new Conversation(Progress.of(exchange), ClientLog.of(exchange), ClientInput.of(exchange), AnswerStream.of(exchange));
    }

    /** Sets the exchange properties that {@code mcp:} steps need. */
    void leaveOn(Exchange exchange) {
        exchange.setProperty(CAPABILITIES, input == null ? Map.of() : JsonValues.map(input.capabilities().declared()));
        exchange.setProperty(Progress.PROPERTY, progress);
        exchange.setProperty(ClientLog.PROPERTY, log);
        exchange.setProperty(ClientInput.PROPERTY, input);
        exchange.setProperty(AnswerStream.PROPERTY, stream);
    }
}
