package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.mcp.session.Session;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Holds the running requests of sessions, so that their clients can cancel them at any gateway. */
@Component
class OpenRequests {

    private static final String PURPOSE = "request";

    private final HmacSigner signer;
    private final CancelBroadcast broadcast;
    private final Map<String, Runnable> open = new ConcurrentHashMap<>();

    OpenRequests(HmacSigner signer, CancelBroadcast broadcast) {
        this.signer = signer;
        this.broadcast = broadcast;
        broadcast.read(this::cancelHere);
    }

    /**
     * Registers a request.
     *
     * @param id   id of the request
     * @param stop ends the request
     * @return name to pass to {@link #forget}
     */
    String open(Session session, JsonNode id, Runnable stop) {
        String name = name(session, id);
        open.put(name, stop);
        return name;
    }

    void forget(String name) {
        open.remove(name);
    }

    /** Cancels a request. Does nothing when the request has ended or never existed. */
    void cancel(Session session, JsonNode id) {
        String name = name(session, id);
        if (!cancelHere(name)) {
            broadcast.send(session, name);
        }
    }

    private boolean cancelHere(String name) {
        Runnable stop = open.remove(name);
        if (stop != null) {
            stop.run();
        }
        return stop != null;
    }

    private String name(Session session, JsonNode id) {
        return signer.shortMark(PURPOSE, session.id(), id.toString());
    }
}
