package dev.caravan.mcp.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import dev.caravan.security.Caller;
import dev.caravan.store.StoreException;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Gives a session to a client that has initialized, if the transport has sessions. The body is the result of {@code initialize}. */
@Component("beginSession")
class BeginSession implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger(BeginSession.class);

    private final Sessions sessions;

    BeginSession(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void process(Exchange exchange) {
        if (exchange.getProperty(Session.KEPT_BY_CLIENT) == null) {
            return;
        }
        ObjectNode result = exchange.getMessage().getBody(ObjectNode.class);
        Revision revision = Revision.legacy(result.get("protocolVersion").textValue()).orElseThrow();
        Caller caller = exchange.getProperty(Caller.PROPERTY, Caller.class);
        try {
            String owner = sessions.owner(caller == null ? null : caller.name(), exchange.getProperty(McpRequest.API_KEY, String.class));
            exchange.setProperty(McpRequest.SESSION_ID,
                    sessions.open(revision, ClientCapabilities.of(McpRequest.of(exchange).params().path("capabilities")), owner));
        } catch (StoreException e) {
            LOG.warn("Session not created because it can't be signed error={}", e.getMessage());
        }
    }
}
