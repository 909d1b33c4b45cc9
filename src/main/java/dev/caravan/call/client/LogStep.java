package dev.caravan.call.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.call.ClientLog;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.LogLevel;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.support.CamelContextHelper;

/** Implements {@code mcp:log}: sends a message, or the body as JSON, to the client, unless the client's log level is higher. */
final class LogStep implements McpStep.Now {

    private final LogLevel level;
    private final String logger;
    private final Expression message;

    LogStep(Options options) {
        String word = options.text("level");
        this.level = word == null ? LogLevel.INFO : LogLevel.of(word)
                .orElseThrow(() -> new IllegalArgumentException("mcp:log: level must be one of " + LogLevel.words() + ", got " + word));
        this.logger = options.text("logger");
        this.message = options.expression("message");
    }

    @Override
    public void process(Exchange exchange) {
        ClientLog log = exchange.getProperty(ClientLog.PROPERTY, ClientLog.class);
        if (log != null && log.takes(level)) {
            log.write(level, logger, data(exchange));
        }
    }

    private JsonNode data(Exchange exchange) {
        if (message != null) {
            return TextNode.valueOf(String.valueOf(message.evaluate(exchange, String.class)));
        }
        return CamelContextHelper.mandatoryFindSingleByType(exchange.getContext(), JsonValues.class).json(exchange.getMessage().getBody());
    }
}
