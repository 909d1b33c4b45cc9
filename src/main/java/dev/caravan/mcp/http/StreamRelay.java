package dev.caravan.mcp.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.mcp.session.Session;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.store.NodeMessaging;
import dev.caravan.store.StoreException;
import io.undertow.server.HttpServerExchange;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Lets clients reconnect to their streams at any gateway: the gateway that has the stream forwards its events to the gateway that has the
 * client. The stream starts anew when its gateway no longer has it, or does not answer for {@value #PATIENCE_MS} ms.
 */
@Component
class StreamRelay implements DisposableBean {

    static final String EVENT = "event";
    static final String END = "end";

    private static final Logger LOG = LoggerFactory.getLogger(StreamRelay.class);
    private static final String MAIL = "stream";
    private static final String RESUME = "resume";
    private static final String UNKNOWN = "unknown";
    private static final String TAKEN = "taken";
    private static final String LEFT = "left";
    private static final long PATIENCE_MS = 2_000;

    private final NodeMessaging messaging;
    private final ClientStreams streams;
    private final OpenStreams connections;
    private final ObjectMapper mapper;
    /** {id: client of this gateway, whose stream is at another}. */
    private final Map<String, RelayedStream> visits = new ConcurrentHashMap<>();
    /** {id: how to disconnect a stream of this gateway, whose client is at another}. */
    private final Map<String, Runnable> leavings = new ConcurrentHashMap<>();
    private final ScheduledExecutorService sending = Executors.newSingleThreadScheduledExecutor(new CamelThreadFactory("#name#", "forwarded-events", true));

    StreamRelay(NodeMessaging messaging, ClientStreams streams, OpenStreams connections, ObjectMapper mapper) {
        this.messaging = messaging;
        this.streams = streams;
        this.connections = connections;
        this.mapper = mapper;
        messaging.read(MAIL, this::hear);
    }

    /** Returns whether another gateway may have the stream of this event. */
    boolean isElsewhere(String event) {
        return event.matches("[0-9a-f]{32}\\..+") && !event.startsWith(messaging.address()) && messaging.isPossible();
    }

    /**
     * Opens a connection for the events of the other gateway.
     *
     * @throws HttpRefusal 503, if the limit of streams is reached
     */
    void resume(HttpServerExchange exchange, Session session, String topic, String event) throws HttpRefusal {
        RelayedStream relayed = new RelayedStream(UUID.randomUUID().toString(), event.substring(0, event.indexOf('.')), session, topic);
        EventStream connection = connections.ofSession(exchange, gone -> leave(relayed, gone));
        relayed.connection(connection);
        visits.put(relayed.id(), relayed);
        connection.start();
        sending.execute(() -> {
            try {
                messaging.send(relayed.owner(), MAIL, JsonNodeFactory.instance.objectNode().put("what", RESUME).put("visit", relayed.id())
                        .put("host", messaging.address()).put("session", session.id()).put("text", event).toString());
            } catch (StoreException e) {
                beginAnew(relayed);
            }
        });
        sending.schedule(() -> beginAnew(relayed), PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private void beginAnew(RelayedStream relayed) {
        if (relayed.answer()) {
            ClientStream own = streams.standing(relayed.session(), relayed.topic());
            relayed.own(own);
            own.connect(relayed.connection(), 0);
            if (relayed.session().revision().hasPrimingEvents()) {
                own.mark();
            }
        }
    }

    private void leave(RelayedStream relayed, EventStream connection) {
        visits.remove(relayed.id());
        relayed.answer(); // a stream that begins anew would have no client
        if (relayed.own() != null) {
            relayed.own().left(connection);
        } else {
            tell(null, relayed.owner(), LEFT, relayed.id(), "", () -> { });
        }
    }

    /**
     * Sends a message to another gateway in the order of calls. Returns at once.
     *
     * @param from connection that loses its client when sending fails; null if there is none
     * @param sent runs afterwards
     */
    void tell(ForwardedConnection from, String gateway, String what, String relayed, String text, Runnable sent) {
        sending.execute(() -> {
            try {
                messaging.send(gateway, MAIL, JsonNodeFactory.instance.objectNode().put("what", what).put("visit", relayed).put("text", text).toString());
            } catch (StoreException e) {
                LOG.debug("Stream event not sent to another gateway", e);
                if (from != null) {
                    left(relayed);
                }
            } finally {
                sent.run();
            }
        });
    }

    private void hear(String message) {
        try {
            JsonNode said = mapper.readTree(message);
            String id = said.get("visit").textValue();
            if (said.get("what").textValue().equals(RESUME)) {
                serve(id, said);
            } else if (said.get("what").textValue().equals(LEFT)) {
                left(id);
            } else {
                pass(id, said);
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Another gateway sent invalid JSON", e);
        }
    }

    /** Serves a stream of this gateway to a client of another one. */
    private void serve(String relayed, JsonNode said) {
        String host = said.get("host").textValue();
        String event = said.get("text").textValue();
        ClientStream stream = streams.find(said.get("session").textValue(), event).orElse(null);
        if (stream == null) {
            tell(null, host, UNKNOWN, relayed, "", () -> { });
            return;
        }
        ForwardedConnection connection = new ForwardedConnection(relayed, host, this);
        leavings.put(relayed, () -> stream.left(connection));
        tell(connection, host, TAKEN, relayed, "", () -> { });
        streams.connected(stream);
        stream.connect(connection, ClientStreams.number(event));
    }

    private void left(String relayed) {
        Runnable leaving = leavings.remove(relayed);
        if (leaving != null) {
            leaving.run();
        }
    }

    /** Passes a message of the stream's owner to the client of this gateway. */
    private void pass(String id, JsonNode said) {
        RelayedStream relayed = visits.get(id);
        if (relayed == null || relayed.own() != null) {
            return;
        }
        switch (said.get("what").textValue()) {
            case UNKNOWN -> beginAnew(relayed);
            case EVENT -> relayed.connection().send(ServerSentEvent.ofText(said.get("text").textValue()));
            case END -> relayed.connection().end();
            default -> relayed.answer();
        }
    }

    @Override
    public void destroy() {
        sending.shutdownNow();
    }
}
