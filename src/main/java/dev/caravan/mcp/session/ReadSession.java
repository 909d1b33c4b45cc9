package dev.caravan.mcp.session;

import dev.caravan.mcp.Headers;
import dev.caravan.mcp.McpRequest;
import dev.caravan.store.StoreException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Reads the session of the request, which decides the revision. {@link CheckSession} checks later whether the caller may use it. */
@Component("readSession")
class ReadSession implements Processor {

    private final Sessions sessions;

    ReadSession(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void process(Exchange exchange) {
        String id = exchange.getMessage().getHeader(Headers.SESSION, String.class);
        if (id == null || Session.of(exchange) != null) {
            return; // the messages of a batch have the session of the batch
        }
        try {
            sessions.read(id).ifPresent(session -> {
                exchange.setProperty(Session.PROPERTY, session);
                exchange.setProperty(McpRequest.NEGOTIATED, session.revision());
            });
        } catch (StoreException e) {
            exchange.setProperty(CheckSession.UNREADABLE, true);
        }
    }
}
