package dev.caravan.mcp.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.caravan.mcp.session.ConversationProperties;
import dev.caravan.mcp.session.Session;
import dev.caravan.store.NodeMessaging;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * The streams that clients can come back to: those that are connected, and for a while those that were. Of what was left, at
 * most {@value #MAX_KEPT} bytes are kept, the longest left go first.
 */
@Component
class ClientStreams {

    private static final long MAX_KEPT = 64L * 1024 * 1024;
    /** What a stream takes besides its events. */
    private static final int OVERHEAD = 512;

    private final String address;
    private final Map<String, ClientStream> connected = new ConcurrentHashMap<>();
    private final Cache<String, ClientStream> left;
    /** {session: its GET stream}, connected or left. */
    private final Map<String, ClientStream> standing = new ConcurrentHashMap<>();
    private final Map<ClientStream, Runnable> losses = new ConcurrentHashMap<>();

    ClientStreams(ConversationProperties properties, NodeMessaging messaging) {
        this.address = messaging.address();
        this.left = Caffeine.newBuilder().expireAfterWrite(properties.resume()).maximumWeight(MAX_KEPT)
                .weigher((String id, ClientStream stream) -> stream.size() + OVERHEAD)
                .scheduler(Scheduler.systemScheduler()).removalListener((String id, ClientStream stream, RemovalCause cause) -> {
                    if (cause.wasEvicted()) {
                        lost(stream);
                    }
                }).build();
    }

    /**
     * An answer's stream.
     *
     * @param session  null: nobody can come back to it
     * @param whenLost runs once the client can't come back any more, if it has left before the end
     */
    ClientStream ofAnswer(Session session, Runnable whenLost) {
        if (session == null) {
            return new ClientStream(null, null, null, stream -> whenLost.run());
        }
        ClientStream stream = add(session, null);
        losses.put(stream, whenLost);
        return stream;
    }

    /** A session's GET stream; one that it had before ends. */
    ClientStream standing(Session session, String topic) {
        ClientStream stream = add(session, topic);
        ClientStream former = standing.put(session.id(), stream);
        if (former != null) {
            former.end();
            forget(former);
        }
        return stream;
    }

    /** The GET stream of the session of that id. */
    Optional<ClientStream> standing(String session) {
        return Optional.ofNullable(standing.get(session));
    }

    /** Whether any session has a GET stream here. */
    boolean haveStanding() {
        return !standing.isEmpty();
    }

    private ClientStream add(Session session, String topic) {
        ClientStream stream = new ClientStream(address + "." + UUID.randomUUID(), session.id(), topic, this::leave);
        connected.put(stream.id(), stream);
        return stream;
    }

    /** Of an event, by its id; 0 if it has none. */
    static long number(String event) {
        try {
            return Long.parseLong(event.substring(event.lastIndexOf('.') + 1));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** What the client of the session with that id may come back to, by the id of an event of it. */
    Optional<ClientStream> find(String session, String event) {
        String id = event.substring(0, Math.max(0, event.lastIndexOf('.')));
        ClientStream stream = connected.get(id);
        return Optional.ofNullable(stream == null ? left.getIfPresent(id) : stream).filter(found -> found.session().equals(session));
    }

    /** The client has come back to it. */
    void connected(ClientStream stream) {
        connected.put(stream.id(), stream);
        left.invalidate(stream.id());
    }

    /** Its size may have changed while nobody is connected. */
    void weigh(ClientStream stream) {
        if (stream.id() != null && !stream.isConnected()) {
            left.asMap().replace(stream.id(), stream);
        }
    }

    private void leave(ClientStream stream) {
        left.put(stream.id(), stream);
        connected.remove(stream.id());
    }

    private void lost(ClientStream stream) {
        if (stream.isConnected()) {
            return;
        }
        forget(stream);
        Runnable loss = losses.remove(stream);
        if (loss != null && !stream.isComplete()) {
            loss.run();
        }
    }

    /** The answer is complete: nobody waits for its client any more. */
    void complete(ClientStream stream) {
        losses.remove(stream);
    }

    private void forget(ClientStream stream) {
        connected.remove(stream.id());
        left.invalidate(stream.id());
        standing.remove(stream.session(), stream);
    }

    /** The session has ended; what is still answered goes to its end. */
    void end(Session session) {
        ClientStream stream = standing.get(session.id());
        if (stream != null) {
            stream.end();
            forget(stream);
        }
    }

    Stream<ClientStream> ofTopic(String topic) {
        return standing.values().stream().filter(stream -> topic.equals(stream.topic()));
    }

    /** The topic has ended. */
    void close(String topic) {
        ofTopic(topic).toList().forEach(stream -> {
            stream.end();
            forget(stream);
        });
    }
}
