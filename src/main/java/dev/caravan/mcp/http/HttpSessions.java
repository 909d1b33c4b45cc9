package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.session.Session;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.mcp.session.SessionResources;
import dev.caravan.mcp.session.Sessions;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.store.StoreException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.PathTemplateMatch;
import org.springframework.stereotype.Component;

/** The sessions of requests that no route sees. */
@Component
class HttpSessions {

    private final Sessions sessions;
    private final SessionStore notes;
    private final SessionResources resources;

    HttpSessions(Sessions sessions, SessionStore notes, SessionResources resources) {
        this.sessions = sessions;
        this.notes = notes;
        this.resources = resources;
    }

    /**
     * Null if the request is of none. May block.
     *
     * @throws HttpRefusal 404, if the session isn't the caller's, has ended or never was; 503, if that can't be told
     */
    Session of(HttpServerExchange exchange) throws HttpRefusal {
        String id = exchange.getRequestHeaders().getFirst(Headers.SESSION);
        if (id == null) {
            return null;
        }
        try {
            return sessions.read(id).filter(session -> session.owner().equals(owner(exchange)) && !notes.isEnded(session))
                    .orElseThrow(() -> new HttpRefusal(404, "There is no such session, or it has ended: initialize anew"));
        } catch (StoreException e) {
            throw new HttpRefusal(503, "It can't be told now which session this is: try again later");
        }
    }

    private String owner(HttpServerExchange exchange) {
        Caller caller = AdmittedRequest.caller(exchange);
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        return sessions.owner(caller == null ? null : caller.name(), match == null ? null : match.getParameters().get(StreamTopics.API_KEY));
    }

    /** @throws HttpRefusal 503, if it can't be ended now */
    void end(Session session) throws HttpRefusal {
        try {
            notes.end(session);
            resources.end(session);
        } catch (StoreException e) {
            throw new HttpRefusal(503, "The session can't be ended now: try again later");
        }
    }
}
