package dev.caravan.mcp.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.caravan.mcp.session.ConversationProperties;
import dev.caravan.mcp.session.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Holds the streams that clients can reconnect to: connected streams, and for a while disconnected ones. Disconnected streams keep at most
 * {@value #MAX_KEPT} bytes together; those disconnected longest are dropped first.
 */
@Component
class ClientStreams {

    private static final long MAX_KEPT = 64L * 1024 * 1024;
    /** Estimates the memory of a stream without its events, in bytes. */
    private static final int OVERHEAD = 512;

    private final Map<String, ClientStream> connected = new ConcurrentHashMap<>();
    private final Cache<String, ClientStream> left;
    /** {session: its GET stream}, connected or disconnected. */
    private final Map<String, ClientStream> standing = new ConcurrentHashMap<>();
    private final Map<ClientStream, Runnable> losses = new ConcurrentHashMap<>();

    ClientStreams(ConversationProperties properties) {
        this.left = Caffeine.newBuilder().maximumWeight(MAX_KEPT)
                .expireAfter(Expiry.creating((String id, ClientStream stream) -> properties.resume())) // a new weight does not prolong it
                .weigher((String id, ClientStream stream) -> stream.size() + OVERHEAD)
                .scheduler(Scheduler.systemScheduler()).removalListener((String id, ClientStream stream, RemovalCause cause) -> {
                    if (cause.wasEvicted()) {
                        lost(stream);
                    }
                }).build();
    }

    /**
     * Creates the stream of an answer.
     *
     * @param session  null if clients can't reconnect
     * @param whenLost runs when the client has left before the end and can't reconnect any more
     */
    ClientStream ofAnswer(Session session, Runnable whenLost) {
        if (session == null) {
            return new ClientStream(null, null, null, stream -> { }, stream -> whenLost.run());
        }
        ClientStream stream = add(session, null);
        losses.put(stream, whenLost);
        return stream;
    }

    /** Creates a session's GET stream. Ends the previous one. */
    ClientStream standing(Session session, String topic) {
        ClientStream stream = add(session, topic);
        ClientStream former = standing.put(session.id(), stream);
        if (former != null) {
            former.end();
            forget(former);
        }
        return stream;
    }

    /** Returns the GET stream of this session. */
    Optional<ClientStream> standing(String session) {
        return Optional.ofNullable(standing.get(session));
    }

    /** Returns the sessions that have a GET stream here. */
    List<String> standingSessions() {
        return List.copyOf(standing.keySet());
    }

    private ClientStream add(Session session, String topic) {
        ClientStream stream = new ClientStream(UUID.randomUUID().toString(), session.id(), topic, this::weigh, this::leave);
        connected.put(stream.id(), stream);
        return stream;
    }

    /** Returns the number in an event id; 0 if there is none. */
    static long number(String event) {
        try {
            return Long.parseLong(event.substring(event.lastIndexOf('.') + 1));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the stream of this session that contains the event with this id. */
    Optional<ClientStream> find(String session, String event) {
        String id = event.substring(0, Math.max(0, event.lastIndexOf('.')));
        ClientStream stream = connected.get(id);
        return Optional.ofNullable(stream == null ? left.getIfPresent(id) : stream).filter(found -> found.session().equals(session));
    }

    /** Reports that a client has reconnected to the stream. */
    void connected(ClientStream stream) {
        connected.put(stream.id(), stream);
        left.invalidate(stream.id());
    }

    /** Updates the weight of a stream that has kept an event while it is disconnected. */
    private void weigh(ClientStream stream) {
        left.asMap().replace(stream.id(), stream);
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

    /** Removes the stream, because its answer is complete. */
    void complete(ClientStream stream) {
        losses.remove(stream);
    }

    private void forget(ClientStream stream) {
        connected.remove(stream.id());
        left.invalidate(stream.id());
        standing.remove(stream.session(), stream);
    }

    /** Ends a session's GET stream. Answers that are still running complete. */
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

    /** Ends the GET streams of a topic. */
    void close(String topic) {
        ofTopic(topic).toList().forEach(stream -> {
            stream.end();
            forget(stream);
        });
    }
}
