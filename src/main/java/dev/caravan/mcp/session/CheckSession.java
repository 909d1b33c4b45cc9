package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.Revision;
import dev.caravan.security.Caller;
import dev.caravan.store.StoreException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Refuses a message whose session isn't the caller's, has ended, has expired or never existed (404). Clients then initialize again. A
 * request without a session is served too, but its client can't be asked for input. Modern clients have no sessions.
 */
@Component
record CheckSession(SessionTokens sessions, SessionStore notes) implements MessageCheck {

    /** The exchange property that says that the store can't be asked for the request's session now. */
    static final String UNREADABLE = "mcpSessionUnreadable";

    @Override
    public void check(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        boolean hasNone = request.revision().isModern() || "initialize".equals(request.method());
        if (hasNone) {
            exchange.removeProperty(Session.PROPERTY);
        }
        if (hasNone || exchange.getMessage().getHeader(Headers.SESSION) == null) {
            identifyByName(exchange);
            return;
        }
        if (exchange.getProperty(UNREADABLE) != null) {
            throw McpException.unavailable("The session can't be checked now. Try again later");
        }
        Session session = Session.of(exchange);
        if (session == null || !sessions.mayUse(session, caller(exchange), apiKey(exchange))) {
            throw McpException.refused(404, "The session does not exist or has ended. Send initialize again", Map.of());
        }
        exchange.setProperty(McpRequest.CLIENT, session.key());
        exchange.setProperty(LogLevel.PROPERTY, (Supplier<LogLevel>) () -> notes.level(session));
    }

    /** Takes the caller's name for a client without a session. A name without proof does not count, because anyone may use it. */
    private static void identifyByName(Exchange exchange) {
        Caller caller = caller(exchange);
        if (caller != null && caller.proven() && caller.name() != null) {
            exchange.setProperty(McpRequest.CLIENT, "caller " + caller.name());
        }
    }

    private static Caller caller(Exchange exchange) {
        return exchange.getProperty(Caller.PROPERTY, Caller.class);
    }

    private static String apiKey(Exchange exchange) {
        return exchange.getProperty(McpRequest.API_KEY, String.class);
    }

    /** Reads the session of the request, which decides the revision. {@link CheckSession} checks later whether the caller may use it. */
    @Component("readSession")
    record ReadSession(SessionTokens sessions) implements Processor {

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

    /** Gives a session to a client that has initialized, if the transport has sessions. The body is the result of {@code initialize}. */
    @Component("beginSession")
    record BeginSession(SessionTokens sessions) implements Processor {

        private static final Logger LOG = LoggerFactory.getLogger(BeginSession.class);

        @Override
        public void process(Exchange exchange) {
            if (exchange.getProperty(Session.KEPT_BY_CLIENT) == null) {
                return;
            }
            ObjectNode result = exchange.getMessage().getBody(ObjectNode.class);
            Revision revision = Revision.legacy(result.get("protocolVersion").textValue()).orElseThrow();
            ClientCapabilities client = ClientCapabilities.of(McpRequest.of(exchange).params().path("capabilities"));
            try {
                exchange.setProperty(McpRequest.SESSION_ID, sessions.open(revision, client, caller(exchange), apiKey(exchange)));
            } catch (StoreException e) {
                LOG.warn("Session not created because it can't be signed error={}", e.getMessage());
            }
        }
    }
}
