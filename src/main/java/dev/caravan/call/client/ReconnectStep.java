package dev.caravan.call.client;

import dev.caravan.mcp.AnswerStream;
import java.time.Duration;
import org.apache.camel.Exchange;

/** Implements {@code mcp:reconnect}: closes the connection of the answer's stream. A client that supports it reconnects for the rest. */
final class ReconnectStep implements McpStep.Now {

    private final Duration retry;

    ReconnectStep(Options options) {
        this.retry = options.duration("retry");
    }

    @Override
    public void process(Exchange exchange) {
        AnswerStream stream = exchange.getProperty(AnswerStream.PROPERTY, AnswerStream.class);
        if (stream != null) {
            stream.interrupt(retry);
        }
    }
}
