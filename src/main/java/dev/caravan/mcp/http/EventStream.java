package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.security.Caller;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSinkChannel;

/**
 * An open answer that carries events. It holds no thread: the connection's I/O thread writes waiting events when the client can take them.
 * Every method may be called on any thread, and none blocks.
 *
 * <p>The stream owns its connection, which ends with it, so that a client need not tell an end from a break. A client that doesn't read is
 * disconnected when {@value #MAX_WAITING} bytes wait beside the first event, which may be all that a client missed. The same happens
 * when one event has waited for a whole heartbeat.
 */
final class EventStream {

    static final int MAX_WAITING = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final HttpServerExchange exchange;
    private final Consumer<EventStream> whenGone;
    private final Caller caller;
    private volatile ServerSentEvent farewell;
    private final AtomicBoolean gone = new AtomicBoolean();

    /** Guarded by its own monitor, as are the three fields after it. */
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
    private int bytesWaiting;
    private ByteBuffer opening;
    private boolean opened;

    /** Used on the I/O thread only. */
    private StreamSinkChannel sink;
    private boolean ending;
    private ByteBuffer stuck;
    private int stuckRemaining;

    /**
     * Creates a stream.
     *
     * @param whenGone called once when the stream has ended, for any reason
     */
    EventStream(HttpServerExchange exchange, Consumer<EventStream> whenGone) {
        this.exchange = exchange;
        this.whenGone = whenGone;
        this.caller = AdmittedRequest.caller(exchange);
    }

    /** Returns the caller whose quota the stream counts against; null if there is none. */
    String owner() {
        return Caller.share(caller);
    }

    /** Sets the event that is sent before the gateway ends the stream. */
    void farewell(ServerSentEvent last) {
        farewell = last;
    }

    /** Begins the answer. Events that were sent before wait for it. */
    void start() {
        exchange.getConnection().addCloseListener(connection -> forget());
        exchange.setPersistent(false);
        ServerSentEvent.announce(exchange.getResponseHeaders());
        onIoThread(this::begin);
    }

    private void begin() {
        StreamSinkChannel channel = exchange.getResponseChannel();
        if (channel == null) {
            LOG.debug("Client disconnected before its event stream began");
            abort();
        } else {
            channel.getWriteSetter().set(writable -> write());
            sink = channel;
            ClientDisconnect.watch(exchange, this::abort);
            write();
        }
    }

    void send(ServerSentEvent event) {
        ByteBuffer bytes = event.toWrite();
        boolean tooSlow;
        synchronized (waiting) {
            if (gone.get()) {
                return;
            }
            tooSlow = bytesWaiting >= MAX_WAITING;
            if (!tooSlow) {
                waiting.add(bytes);
                if (opened) {
                    bytesWaiting += bytes.remaining();
                } else {
                    opened = true;
                    opening = bytes;
                }
            }
        }
        if (tooSlow) {
            LOG.debug("Event stream closed because the client reads too slowly");
            abort();
        } else {
            onIoThread(this::write);
        }
    }

    /** Returns whether the client reads slowly. */
    boolean isBusy() {
        synchronized (waiting) {
            return bytesWaiting + (opening == null ? 0 : opening.capacity()) >= MAX_WAITING / 2;
        }
    }

    /** Returns the caller; null if unknown. */
    Caller caller() {
        return caller;
    }

    /** Sends a heartbeat. Writing it detects a client that left without closing its connection. */
    void keepAlive() {
        onIoThread(() -> {
            // after a pause of the process, heartbeats come in a burst: write first, so that the next one does not find the same event
            // unwritten
            write();
            ByteBuffer first = first();
            if (sink == null) {
                return;
            }
            if (first == null) {
                send(ServerSentEvent.KEEP_ALIVE);
            } else if (first == stuck && first.remaining() == stuckRemaining) {
                LOG.debug("Event stream closed because the client read nothing for a whole heartbeat");
                abort();
            } else {
                stuck = first;
                stuckRemaining = first.remaining();
            }
        });
    }

    /** Ends the stream after the events that were sent. */
    void end() {
        ServerSentEvent last = farewell;
        if (last != null) {
            send(last);
        }
        onIoThread(() -> {
            ending = true;
            write();
        });
    }

    /** Ends the stream at once. */
    void abort() {
        IoUtils.safeClose(exchange.getConnection());
        forget();
    }

    private void write() {
        if (sink == null || gone.get()) {
            return;
        }
        try {
            if (!writeWaiting() || !sink.flush() || ending && !finish()) {
                sink.resumeWrites();
            } else {
                sink.suspendWrites();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("Client disconnected from its event stream", e);
            abort();
        }
    }

    /** Writes waiting events; returns false when the client can't take all of them. */
    private boolean writeWaiting() throws IOException {
        for (ByteBuffer next = first(); next != null; next = first()) {
            while (next.hasRemaining()) {
                if (sink.write(next) == 0) {
                    return false;
                }
            }
            synchronized (waiting) {
                waiting.remove();
                if (next == opening) {
                    opening = null;
                } else {
                    bytesWaiting -= next.capacity();
                }
            }
        }
        return true;
    }

    /** Finishes the answer. The stream ends here, although Undertow leaves the connection open for a while so that the client closes it. */
    private boolean finish() throws IOException {
        sink.shutdownWrites();
        boolean finished = sink.flush();
        if (finished) {
            forget();
        }
        return finished;
    }

    private ByteBuffer first() {
        synchronized (waiting) {
            return waiting.peek();
        }
    }

    private void onIoThread(Runnable action) {
        try {
            exchange.getIoThread().execute(action);
        } catch (RejectedExecutionException serverStopped) {
            abort();
        }
    }

    /** Drops a stream that was not started and leaves the connection open, because the exchange gets another answer. */
    void forget() {
        if (gone.compareAndSet(false, true)) {
            whenGone.accept(this);
        }
    }
}
