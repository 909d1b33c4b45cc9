package dev.caravan.source.mcp;

import dev.caravan.mcp.session.SessionStore;
import org.springframework.stereotype.Component;

/** Ends the upstream connections of a client when the client ends its session. */
@Component
class EndedClients {

    EndedClients(UpstreamServers servers, SessionStore sessions) {
        sessions.onEnd(session -> servers.endClient(session.key()));
    }
}
