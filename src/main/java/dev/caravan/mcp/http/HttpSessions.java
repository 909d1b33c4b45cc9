package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.session.Session;
import dev.caravan.mcp.session.SessionResources;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.mcp.session.Sessions;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.store.StoreException;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.PathTemplateMatch;
import org.springframework.stereotype.Component;

/** Finds the sessions of requests that no route sees. */
@Component
class HttpSessions {

    private final Sessions sessions;
    private final SessionStore notes;
    private final SessionResources resources;
    private final SubscribedResources subscribed;

    HttpSessions(Sessions sessions, SessionStore notes, SessionResources resources, SubscribedResources subscribed) {
        this.subscribed = subscribed;
        this.sessions = sessions;
        this.notes = notes;
        this.resources = resources;
    }

    /**
     * Returns the session of the request; null if it names none. May block.
     *
     * @throws HttpRefusal 404, if the session isn't the caller's, has ended or never existed; 503, if the store can't be asked
     */
    Session of(HttpServerExchange exchange) throws HttpRefusal {
        String id = exchange.getRequestHeaders().getFirst(Headers.SESSION);
        if (id == null) {
            return null;
        }
        try {
            return sessions.read(id).filter(session -> session.owner().equals(owner(exchange)) && !notes.isEnded(session))
                    .orElseThrow(() -> new HttpRefusal(404, "The session does not exist or has ended. Send initialize again"));
        } catch (StoreException e) {
            throw new HttpRefusal(503, "The session can't be checked now. Try again later");
        }
    }

    private String owner(HttpServerExchange exchange) {
        Caller caller = AdmittedRequest.caller(exchange);
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        return sessions.owner(caller == null ? null : caller.name(), match == null ? null : match.getParameters().get(StreamTopics.API_KEY));
    }

    /**
     * Ends a session.
     *
     * @throws HttpRefusal 503, if it can't be ended now
     */
    void end(Session session) throws HttpRefusal {
        try {
            notes.end(session);
            resources.end(session);
            subscribed.changed();
        } catch (StoreException e) {
            throw new HttpRefusal(503, "The session can't be ended now. Try again later");
        }
    }
}
