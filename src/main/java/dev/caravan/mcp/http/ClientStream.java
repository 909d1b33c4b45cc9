package dev.caravan.mcp.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The messages of one answer, or of one session's GET stream, whatever connection carries them. In a session each event has an
 * id, and the latest are kept, so that a client whose connection broke can come back for what it missed.
 */
final class ClientStream {

    /** Bytes of events; the oldest go first, the latest never. */
    private static final int MAX_KEPT = 1024 * 1024;

    private record Kept(long number, ServerSentEvent event) {
    }

    private final String id;
    private final String session;
    private final String topic;
    private final Consumer<ClientStream> whenLeft;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private int bytesKept;
    private long number;
    private Connection connection;
    private boolean complete;

    /**
     * @param id       null: nobody can come back to it
     * @param session  the id of the session that it belongs to; null: of none
     * @param topic    null: of an answer
     * @param whenLeft hears each time that its connection has ended
     */
    ClientStream(String id, String session, String topic, Consumer<ClientStream> whenLeft) {
        this.id = id;
        this.session = session;
        this.topic = topic;
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

    /** Bytes that are kept. */
    synchronized int size() {
        return bytesKept;
    }

    synchronized boolean isComplete() {
        return complete;
    }

    synchronized boolean isConnected() {
        return connection != null;
    }

    /** Whether the client is slow to take what was sent. */
    synchronized boolean isBusy() {
        return connection != null && connection.isBusy();
    }

    /** Goes on with this connection, after the event of that number. Another one that it still has ends. */
    synchronized void connect(Connection next, long after) {
        Connection former = connection;
        connection = next;
        if (former != null) {
            former.end();
        }
        StringBuilder missed = new StringBuilder();
        kept.stream().filter(event -> event.number() > after).forEach(event -> missed.append(event.event().text()));
        if (!missed.isEmpty()) {
            // at once, since a connection takes what is one however much it is
            next.send(ServerSentEvent.ofText(missed.toString()));
        }
        if (complete) {
            next.end();
        }
    }

    /** The connection has ended, whoever ended it. */
    void left(Connection gone) {
        synchronized (this) {
            if (connection != gone) {
                return;
            }
            connection = null;
        }
        whenLeft.accept(this);
    }

    /** Says where to come back to, before there is a message. */
    synchronized void mark() {
        if (id != null) {
            keep(ServerSentEvent.mark(nextId()));
        }
    }

    /** Says where to come back to, and after how long, before the connection ends. */
    synchronized void mark(Duration retry) {
        if (id != null) {
            keep(ServerSentEvent.mark(nextId(), retry));
        }
    }

    /** @param message that has no id yet */
    synchronized void send(ServerSentEvent message) {
        if (!complete) {
            keep(id == null ? message : message.withId(nextId()));
        }
    }

    /** Ends the connection alone; what is sent from now on waits for the next. */
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

    /** There is nothing more to be sent. */
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
        }
    }
}
