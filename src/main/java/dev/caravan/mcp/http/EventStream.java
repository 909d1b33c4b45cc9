package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.security.caller.Caller;
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
 * One answer that stays open and carries events. It keeps no thread: its connection's I/O thread writes what waits when the
 * client has room for it. Every method may be called on any thread, and none blocks.
 *
 * <p>The connection is the stream's own: it ends with the stream, so that a client need not tell an end from a break.
 * A client that doesn't read is left: when {@value #MAX_WAITING} bytes wait for it beside the first event, which may be all that a client
 * missed, or when one event has waited for a whole heartbeat.
 */
final class EventStream implements Connection {

    static final int MAX_WAITING = 256 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final String topic;
    private final HttpServerExchange exchange;
    private final Consumer<EventStream> whenGone;
    private final Caller caller;
    private volatile ServerSentEvent farewell;
    private final AtomicBoolean gone = new AtomicBoolean();

    /** Guarded by itself, as are the three after it. */
    private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
    private int bytesWaiting;
    private ByteBuffer opening;
    private boolean opened;

    /** From here on the I/O thread's own. */
    private StreamSinkChannel sink;
    private boolean ending;
    private ByteBuffer stuck;
    private int stuckRemaining;

    /** @param whenGone hears once that the stream has ended, whoever ended it */
    EventStream(String topic, HttpServerExchange exchange, Consumer<EventStream> whenGone) {
        this.topic = topic;
        this.exchange = exchange;
        this.whenGone = whenGone;
        this.caller = AdmittedRequest.caller(exchange);
    }

    String topic() {
        return topic;
    }

    /** Whose share it is of; null: nobody's. */
    String owner() {
        return Caller.share(caller);
    }

    /** What it says before it is ended here. */
    void farewell(ServerSentEvent last) {
        farewell = last;
    }

    /** Begins the answer. What was sent before waits for it. */
    void start() {
        exchange.getConnection().addCloseListener(connection -> forget());
        exchange.setPersistent(false);
        ServerSentEvent.announce(exchange.getResponseHeaders());
        onIoThread(this::begin);
    }

    private void begin() {
        StreamSinkChannel channel = exchange.getResponseChannel();
        if (channel == null) {
            LOG.debug("A client has left before its event stream began");
            abort();
        } else {
            channel.getWriteSetter().set(writable -> write());
            sink = channel;
            Departure.watch(exchange, this::abort);
            write();
        }
    }

    @Override
    public void send(ServerSentEvent event) {
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
            LOG.debug("A client did not read its events; its stream is closed");
            abort();
        } else {
            onIoThread(this::write);
        }
    }

    @Override
    public boolean isBusy() {
        synchronized (waiting) {
            return bytesWaiting + (opening == null ? 0 : opening.capacity()) >= MAX_WAITING / 2;
        }
    }

    /** A sign of life, for the client and of it: writing finds out that a client is gone which did not close its connection. Whose token has expired hears the end. */
    void beat() {
        if (caller != null && caller.isExpired()) {
            end();
        } else {
            keepAlive();
        }
    }

    /** The same, for one that ends soon anyway. */
    void keepAlive() {
        onIoThread(() -> {
            write(); // after a pause of the gateway several heartbeats come at once, each ahead of the writing of what the one before has sent
            ByteBuffer first = first();
            if (sink == null) {
                return;
            }
            if (first == null) {
                send(ServerSentEvent.KEEP_ALIVE);
            } else if (first == stuck && first.remaining() == stuckRemaining) {
                LOG.debug("A client took nothing for a whole heartbeat; its stream is closed");
                abort();
            } else {
                stuck = first;
                stuckRemaining = first.remaining();
            }
        });
    }

    @Override
    public void end() {
        ServerSentEvent last = farewell;
        if (last != null) {
            send(last);
        }
        onIoThread(() -> {
            ending = true;
            write();
        });
    }

    /** Ends it at once. */
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
            LOG.debug("A client has left its event stream", e);
            abort();
        }
    }

    /** False: the client has no room for all of it. */
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

    /** Undertow leaves the connection to the client for a while, to close it; the stream is over before. */
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

    /** Ends it without a word, and leaves the connection alone. For one that was not started: the exchange is answered otherwise. */
    void forget() {
        if (gone.compareAndSet(false, true)) {
            whenGone.accept(this);
        }
    }
}
