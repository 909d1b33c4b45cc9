package dev.caravan.mcp.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Holds the messages of one answer, or of one session's GET stream, independent of the connection. In a session each event has an id and
 * the latest events are kept, so that a client can reconnect for missed events.
 */
final class ClientStream {

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
