package dev.caravan.mcp.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.caravan.mcp.session.ConversationProperties;
import dev.caravan.mcp.session.Session;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
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

    /**
     * Holds the messages of one answer, or of one session's GET stream, independent of the connection. In a session each event has an id
     * and the latest events are kept, so that a client can reconnect for missed events.
     */
    static final class ClientStream {

        /** Limits the kept events in bytes. The oldest are dropped first, the latest never. */
        private static final int MAX_KEPT = 1024 * 1024;

        private record Kept(long number, ServerSentEvent event) {
        }

        private final String id;
        private final String session;
        private final String topic;
        private final Consumer<ClientStream> whenKept;
        private final Consumer<ClientStream> whenLeft;
        private final Deque<Kept> kept = new ArrayDeque<>();
        private int bytesKept;
        private long number;
        private EventStream connection;
        private boolean complete;

        /**
         * Creates a stream.
         *
         * @param id       null if clients can't reconnect to the stream
         * @param session  id of the session; null if there is none
         * @param topic    topic of a GET stream; null for an answer
         * @param whenKept called when an event was kept for a client that has left
         * @param whenLeft called each time the connection has ended
         */
        ClientStream(String id, String session, String topic, Consumer<ClientStream> whenKept, Consumer<ClientStream> whenLeft) {
            this.id = id;
            this.session = session;
            this.topic = topic;
            this.whenKept = whenKept;
            this.whenLeft = whenLeft;
        }

        String id() {
            return id;
        }

        String session() {
            return session;
        }

        String topic() {
            return topic;
        }

        /** Returns the size of the kept events in bytes. */
        synchronized int size() {
            return bytesKept;
        }

        synchronized boolean isComplete() {
            return complete;
        }

        synchronized boolean isConnected() {
            return connection != null;
        }

        /** Returns whether the client reads slowly. */
        synchronized boolean isBusy() {
            return connection != null && connection.isBusy();
        }

        /** Continues on this connection with the events after the given number. Ends the previous connection if it is still open. */
        synchronized void connect(EventStream next, long after) {
            EventStream former = connection;
            connection = next;
            if (former != null) {
                former.end();
            }
            StringBuilder missed = new StringBuilder();
            kept.stream().filter(event -> event.number() > after).forEach(event -> missed.append(event.event().text()));
            if (!missed.isEmpty()) {
                // send all events as one text, because a connection accepts a single text of any size
                next.send(ServerSentEvent.ofText(missed.toString()));
            }
            if (complete) {
                next.end();
            }
        }

        /** Reports that the connection has ended. */
        void left(EventStream gone) {
            synchronized (this) {
                if (connection != gone) {
                    return;
                }
                connection = null;
            }
            whenLeft.accept(this);
        }

        /** Sends an event id without a message, so that the client can reconnect before the first message. */
        synchronized void mark() {
            if (id != null) {
                keep(ServerSentEvent.mark(nextId()));
            }
        }

        /** Sends an event id and the retry time, before the connection ends. */
        synchronized void mark(Duration retry) {
            if (id != null) {
                keep(ServerSentEvent.mark(nextId(), retry));
            }
        }

        /**
         * Sends a message.
         *
         * @param message message without an id
         */
        synchronized void send(ServerSentEvent message) {
            if (!complete) {
                keep(id == null ? message : message.withId(nextId()));
            }
        }

        /** Closes the connection only. Later messages wait for the next connection. */
        void interrupt() {
            synchronized (this) {
                if (connection == null) {
                    return;
                }
                connection.end();
                connection = null;
            }
            whenLeft.accept(this);
        }

        /** Completes the stream; nothing more is sent. */
        synchronized void end() {
            complete = true;
            if (connection != null) {
                connection.end();
            }
        }

        private String nextId() {
            number++;
            return id + "." + number;
        }

        private void keep(ServerSentEvent event) {
            if (id != null) {
                kept.add(new Kept(number, event));
                bytesKept += event.size();
                while (bytesKept > MAX_KEPT && kept.size() > 1) {
                    bytesKept -= kept.remove().event().size();
                }
            }
            if (connection != null) {
                connection.send(event);
            } else if (id != null) {
                whenKept.accept(this);
            }
        }
    }
}
