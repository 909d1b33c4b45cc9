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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Holds the streams that clients can reconnect to: connected streams, and for a while disconnected ones. Disconnected streams keep at most
 * {@value #MAX_KEPT} bytes together; those disconnected longest are dropped first.
 */
@Component
class ClientStreams {

    private static final long MAX_KEPT = 64L * 1024 * 1024;
    /** Limits the kept events of one stream in bytes. The oldest are dropped first, the latest never. */
    private static final int MAX_KEPT_OF_STREAM = 1024 * 1024;
    /** Estimates the memory of a stream without its events, in bytes. */
    private static final int OVERHEAD = 512;

    private final Map<String, ClientStream> connected = new ConcurrentHashMap<>();
    private final Cache<String, ClientStream> left;
    private final Duration retry;
    /** {session: its GET stream}, connected or disconnected. */
    private final Map<String, ClientStream> standing = new ConcurrentHashMap<>();

    ClientStreams(ConversationProperties properties) {
        this.retry = properties.retry();
        this.left = Caffeine.newBuilder().maximumWeight(MAX_KEPT)
                .expireAfter(Expiry.creating((String id, ClientStream stream) -> properties.resume())) // a new weight does not prolong it
                .weigher((String id, ClientStream stream) -> stream.size() + OVERHEAD)
                .scheduler(Scheduler.systemScheduler()).removalListener((String id, ClientStream stream, RemovalCause cause) -> {
                    if (cause.wasEvicted() && !stream.isConnected()) {
                        forget(stream);
                    }
                }).build();
    }

    /**
     * Creates a stream.
     *
     * @param session  null if clients can't reconnect
     * @param whenLost runs when the client has left and can't reconnect any more; perhaps again, or after the end of the stream
     */
    ClientStream open(Session session, Runnable whenLost) {
        return new ClientStream(session, whenLost);
    }

    /** Returns the time after which a client should reconnect to a stream that a route closed. */
    Duration retry() {
        return retry;
    }

    /** Creates a GET stream. Ends the session's previous one. */
    ClientStream standing(Session session, Runnable whenLost) {
        ClientStream stream = open(session, whenLost);
        ClientStream former = session == null ? null : standing.put(session.id(), stream);
        if (former != null) {
            end(former);
        }
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
        return Optional.ofNullable(stream == null ? left.getIfPresent(id) : stream).filter(found -> found.session.equals(session));
    }

    private void forget(ClientStream stream) {
        if (stream.id != null) {
            connected.remove(stream.id);
            left.invalidate(stream.id);
            standing.remove(stream.session, stream);
        }
        stream.whenLost.run();
    }

    /** Ends a session's GET stream. Answers that are still running complete. */
    void end(Session session) {
        Optional.ofNullable(standing.get(session.id())).ifPresent(this::end);
    }

    /** Ends a GET stream. */
    void end(ClientStream stream) {
        stream.end();
        forget(stream);
    }

    /**
     * Holds the messages of one answer, or of one GET stream, independent of the connection. In a session each event has an id and the
     * latest events are kept, so that a client can reconnect for missed events.
     */
    final class ClientStream {

        private record Kept(long number, ServerSentEvent event) {
        }

        /** Null without a session. */
        private final String id;
        private final String session;
        private final Runnable whenLost;
        private final Deque<Kept> kept = new ArrayDeque<>();
        private int bytesKept;
        private long number;
        private EventStream connection;
        private boolean complete;

        private ClientStream(Session session, Runnable whenLost) {
            this.id = session == null ? null : UUID.randomUUID().toString();
            this.session = session == null ? null : session.id();
            this.whenLost = whenLost;
        }

        /** Returns the size of the kept events in bytes. */
        private synchronized int size() {
            return bytesKept;
        }

        private synchronized boolean isConnected() {
            return connection != null;
        }

        /** Returns whether the client reads slowly. */
        synchronized boolean isBusy() {
            return connection != null && connection.isBusy();
        }

        /** Continues on this connection with the events after the given number. Ends the previous connection if it is still open. */
        void connect(EventStream next, long after) {
            if (id != null) {
                connected.put(id, this);
                left.invalidate(id);
            }
            synchronized (this) {
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
        }

        /** Reports that the connection has ended. */
        void left(EventStream gone) {
            synchronized (this) {
                if (connection != gone) {
                    return;
                }
                connection = null;
            }
            leave();
        }

        private void leave() {
            if (id == null) {
                forget(this);
            } else {
                left.put(id, this);
                connected.remove(id);
            }
        }

        /**
         * Sends an event id without a message, so that the client can reconnect before the first message, or after a pause.
         *
         * @param retry null for none
         */
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
            leave();
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
                while (bytesKept > MAX_KEPT_OF_STREAM && kept.size() > 1) {
                    bytesKept -= kept.remove().event().size();
                }
            }
            if (connection != null) {
                connection.send(event);
            } else if (id != null) {
                left.asMap().replace(id, this); // with its new weight
            }
        }
    }
}
