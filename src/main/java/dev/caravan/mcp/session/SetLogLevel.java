package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ServerCapability;
import dev.caravan.store.StoreException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Answers {@code logging/setLevel}: stores the level for the session. Without a session the level has no effect. */
@Component("setLogLevel")
record SetLogLevel(SessionStore sessions) implements Processor {

    @Override
    public void process(Exchange exchange) throws McpException {
        String word = McpRequest.of(exchange).params().path("level").textValue();
        LogLevel level = LogLevel.of(word)
                .orElseThrow(() -> McpException.invalidParams("Invalid params: level must be one of " + LogLevel.words()));
        Session session = Session.of(exchange);
        try {
            if (session != null) {
                sessions.level(session, level);
            }
        } catch (StoreException e) {
            throw McpException.failed("The log level can't be stored now. Try again later");
        }
        exchange.getMessage().setBody(JsonNodeFactory.instance.objectNode());
    }

    /** Declares {@code logging}: routes may send log messages to clients. */
    @Component
    static class LoggingCapability implements ServerCapability {

        @Override
        public String name() {
            return "logging";
        }

        @Override
        public boolean isOfInstances() {
            return true;
        }
    }
}
