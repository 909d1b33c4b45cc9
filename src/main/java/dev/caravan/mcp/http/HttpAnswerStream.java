package dev.caravan.mcp.http;

import dev.caravan.mcp.OpenAnswer;
import dev.caravan.mcp.ServerMessage;
import dev.caravan.mcp.session.Session;
import io.undertow.server.HttpServerExchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.IoUtils;

/**
 * Turns the answer to a POST into an event stream when the first message is sent before the answer. Without such a message the answer is
 * plain JSON.
 */
final class HttpAnswerStream extends OpenAnswer {

    private static final Logger LOG = LoggerFactory.getLogger(HttpAnswerStream.class);

    private final HttpServerExchange http;
    private final StreamRequests streams;
    private final Supplier<Session> session;
    private final BooleanSupplier leavingCancels;
    private ClientStreams.ClientStream stream;
    private boolean left;

    /**
     * Creates the stream of an answer.
     *
     * @param session        returns the session of the request when it is known; null if there is none
     * @param leavingCancels whether a client that leaves cancels the request, when that is known
     */
    HttpAnswerStream(HttpServerExchange http, StreamRequests streams, Supplier<Session> session, BooleanSupplier leavingCancels) {
        this.leavingCancels = leavingCancels;
        this.http = http;
        this.streams = streams;
        this.session = session;
    }

    @Override
    public synchronized void send(ServerMessage message) {
        if (!closed && !silent && (!begun().isBusy() || message.id() != null)) {
            stream.send(ServerSentEvent.message(message.json()));
        }
    }

    @Override
    public synchronized void interrupt(Duration after) {
        if (closed || silent || session.get() == null) {
            return;
        }
        Duration pause = after == null ? streams.streams().retry() : after;
        begun().mark(pause);
        stream.interrupt();
    }

    @Override
    public void watchClient() {
        try {
            http.getIoThread().execute(() -> {
                if (isWaiting() && leavingCancels.getAsBoolean()) {
                    ClientDisconnect.watch(http, this::leave);
                }
            });
        } catch (RejectedExecutionException serverStopped) {
            LOG.debug("Client not watched because the server has stopped");
        }
    }

    /** Returns whether nothing was sent yet. */
    private synchronized boolean isWaiting() {
        return stream == null && !closed;
    }

    /** Handles a client that has left before anything was sent to it. */
    private void leave() {
        synchronized (this) {
            if (!isWaiting()) {
                return; // whoever writes to it finds out
            }
            closed = true;
            left = true;
        }
        LOG.debug("Client disconnected before its answer");
        http.setPersistent(false);
        IoUtils.safeClose(http.getConnection());
        runWhenClosed();
        silence();
    }

    /** Returns whether the client has left before anything was sent to it. Its connection is closed. */
    synchronized boolean hasLeft() {
        return left;
    }

    private ClientStreams.ClientStream begun() {
        if (stream == null) {
            Session known = session.get();
            stream = streams.streams().open(known, this::lost);
            EventStream connection = streams.connections().ofAnswer(http, stream::left);
            stream.connect(connection, 0);
            connection.start();
            if (known != null && known.revision().hasPrimingEvents()) {
                stream.mark(null);
            }
        }
        return stream;
    }

    /** Handles a client that has left for good. */
    private void lost() {
        runWhenClosed();
        boolean answered;
        synchronized (this) {
            answered = closed;
            closed = true;
        }
        if (!answered && leavingCancels.getAsBoolean()) {
            silence();
        }
    }

    /** Stops further messages. Returns true for an event stream, whose answer {@link #end} sends. */
    boolean close() {
        closeForAnswer();
        synchronized (this) {
            return stream != null;
        }
    }

    /** Sends the answer, JSON on one line, and ends the stream. */
    synchronized void end(byte[] answer) {
        if (answer.length > 0 && !silent) {
            stream.send(ServerSentEvent.message(new String(answer, StandardCharsets.UTF_8)));
        }
        stream.end();
    }
}
