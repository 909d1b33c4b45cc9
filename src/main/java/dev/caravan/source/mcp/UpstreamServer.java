package dev.caravan.source.mcp;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UnreachableException;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.LoginNeededException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.camel.util.URISupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server and its connection. The first call connects, and other callers wait for the same attempt. After a failure, the gateway tries
 * again at once, then after 1, 2, 4 … 60 seconds. Calls meanwhile fail at once. A successful call resets the pauses. A server with {@code
 * reconnect: on-call} is only tried again by a call.
 */
public final class UpstreamServer implements AutoCloseable {

    /** The state of a connection. */
    public enum State {

        IDLE, CONNECTING, CONNECTED, FAILED;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamServer.class);
    private static final long LONGEST_PAUSE_SECONDS = 60;

    private final String name;
    private final UpstreamProperties.Server settings;
    private final Function<Consumer<String>, UpstreamConnection> connector;
    private CompletableFuture<UpstreamConnection> current;
    private State state = State.IDLE;
    private Instant since = Instant.now();
    private Instant nextTry = Instant.MIN;
    private String problem;
    private LoginNeededException login;
    private int failures;
    private boolean closed;
    private int inUse;
    private long lastUse;

    /** @param connector makes connections that are ready for calls; each tells once, with the reason, when it ends */
    UpstreamServer(String name, UpstreamProperties.Server settings, Function<Consumer<String>, UpstreamConnection> connector) {
        this.name = name;
        this.settings = settings;
        this.connector = connector;
    }

    /**
     * The state of a server, without addresses or credentials.
     *
     * @param server  name and version that the server reports; null unless connected
     * @param problem null unless failed
     * @param nextTry null unless failed, and null if only a call tries again
     */
    public record Status(String name, State state, String transport, Instant since, String server, String problem, Instant nextTry) {
    }

    synchronized Status status() {
        boolean failed = state == State.FAILED;
        return new Status(name, state, settings.isHttp() ? "http" : "stdio", since,
                state == State.CONNECTED ? current.join().server() : null, failed ? URISupport.sanitizeUri(problem) : null,
                failed && !onCall() ? nextTry : null);
    }

    /** One request on a connection. */
    interface Request<T> {

        T ask(UpstreamConnection connection) throws UpstreamException, InterruptedException;
    }

    /**
     * Makes a request. Waits for the connection, and then for the answer up to the server's {@code timeout}.
     *
     * @throws UpstreamException with the reason: unreachable, late, disconnected meanwhile, or refused with a JSON-RPC error
     */
    <T> T ask(Request<T> request, CallDeadline deadline) throws UpstreamException, InterruptedException {
        use(1);
        try {
            T answer = request.ask(connection(deadline));
            synchronized (this) {
                failures = 0;
            }
            return answer;
        } catch (LoginNeededException needed) {
            disconnect(needed);
            throw needed;
        } finally {
            use(-1);
        }
    }

    synchronized boolean isInUse() {
        return inUse > 0;
    }

    /** Counts users, whose connection doesn't rest. */
    synchronized void use(int more) {
        inUse += more;
        lastUse = System.nanoTime();
    }

    /** Connects again after a failure, when it is time, and ends a connection that nobody uses. Is called often. */
    void look() {
        synchronized (this) {
            if (state == State.FAILED && !onCall() && since.isBefore(Instant.now().minusSeconds(1))) {
                tryAgain();
            }
        }
        restIfIdle();
    }

    /** Ends a connection that was not used for the {@code idle} of the settings. The next call makes a new one. */
    private void restIfIdle() {
        UpstreamConnection unused;
        long nanos;
        synchronized (this) {
            nanos = System.nanoTime() - lastUse;
            if (settings.idle().isZero() || closed || inUse > 0 || state != State.CONNECTED || current.join().hasSubscriptions()
                    || nanos < settings.idle().toNanos()) {
                return;
            }
            unused = current.join();
            current = null;
            enter(State.IDLE);
        }
        LOG.info("Upstream connection closed because it was not used server={} seconds={}", name, TimeUnit.NANOSECONDS.toSeconds(nanos));
        unused.close();
    }

    /** Whether the connection has ended because nobody called the server. The next call makes a new one. */
    synchronized boolean isResting() {
        return state == State.IDLE && lastUse != 0;
    }

    /** Returns the time of the last call, as in {@link System#nanoTime}. */
    synchronized long lastUse() {
        return lastUse;
    }

    private UpstreamConnection connection(CallDeadline deadline) throws UpstreamException, InterruptedException {
        CompletableFuture<UpstreamConnection> attempt;
        synchronized (this) {
            if (current == null) {
                if (Instant.now().isBefore(nextTry)) {
                    throw reason();
                }
                begin();
            }
            attempt = current;
        }
        CallDeadline start = deadline.within(settings.startTimeout());
        try {
            return start.await(attempt);
        } catch (ExecutionException e) {
            synchronized (this) {
                throw reason();
            }
        } catch (TimeoutException e) {
            throw new LateException(Text.of("upstream.late", name, start.whole().toMillis()), start.whole());
        }
    }

    /** Ends a connection whose login the server no longer takes. The state then says so. */
    private void disconnect(LoginNeededException needed) {
        CompletableFuture<UpstreamConnection> connected;
        synchronized (this) {
            connected = needed.isRefused() && state == State.CONNECTED ? current : null;
        }
        if (connected != null) {
            failed(connected, needed.getMessage(), needed);
        }
    }

    private UpstreamException reason() {
        if (login != null) {
            return login;
        }
        return new UnreachableException(onCall() ? Text.of("upstream.down", name, problem)
                : Text.of("upstream.unreachable", name, problem, Math.max(0, Duration.between(Instant.now(), nextTry).toSeconds())));
    }

    /** Tries again at once to connect, because a login may have mended what failed. */
    void loggedIn() {
        synchronized (this) {
            nextTry = Instant.MIN;
        }
        tryAgain();
    }

    /** Starts an attempt on a separate thread, so that a caller that gives up does not end the attempt for others. */
    private void begin() {
        if (closed) {
            throw new IllegalStateException("The gateway is stopping");
        }
        CompletableFuture<UpstreamConnection> attempt = new CompletableFuture<>();
        current = attempt;
        enter(State.CONNECTING);
        Thread thread = new Thread(() -> connect(attempt), "upstream-" + name + "-connect");
        thread.setDaemon(true);
        thread.start();
    }

    private void connect(CompletableFuture<UpstreamConnection> attempt) {
        try {
            UpstreamConnection connection = connector.apply(reason -> failed(attempt, reason, null));
            boolean inUse;
            synchronized (this) {
                inUse = current == attempt && !closed;
                if (inUse) {
                    attempt.complete(connection);
                    enter(State.CONNECTED);
                }
            }
            if (inUse) {
                LOG.info("Upstream server connected server={} reports={}", name, connection.server());
            } else {
                connection.close();
            }
        } catch (RuntimeException | Error e) {
            LoginNeededException needed = UpstreamConnection.root(e) instanceof LoginNeededException asked ? asked : null;
            failed(attempt, needed == null ? UpstreamConnection.reason(e) : needed.getMessage(), needed);
        }
    }

    private void failed(CompletableFuture<UpstreamConnection> attempt, String reason, LoginNeededException needed) {
        long pause;
        boolean isTold;
        synchronized (this) {
            if (current != attempt || closed) {
                return;
            }
            current = null;
            isTold = failures == 1 && !onCall() && reason.equals(problem); // its line would be that of the first failure
            failures++;
            pause = failures == 1 || onCall() ? 0 : Math.min(LONGEST_PAUSE_SECONDS, 1L << Math.min(failures - 2, 10));
            nextTry = Instant.now().plusSeconds(pause);
            problem = reason;
            login = needed;
            enter(State.FAILED);
        }
        if (!isTold) {
            LOG.warn("Upstream server unavailable server={} reason={} nextTry={}", name, reason,
                    onCall() ? "on-call" : Math.max(1, pause) + "s");
        }
        if (!attempt.completeExceptionally(new IllegalStateException(reason))) {
            attempt.join().close();
        }
    }

    private boolean onCall() {
        return settings.reconnect() == UpstreamProperties.Reconnect.ON_CALL;
    }

    private synchronized void tryAgain() {
        if (!closed && current == null && !Instant.now().isBefore(nextTry)) {
            begin();
        }
    }

    private void enter(State next) {
        if (next != state) {
            state = next;
            since = Instant.now();
        }
    }

    @Override
    public void close() {
        CompletableFuture<UpstreamConnection> last;
        synchronized (this) {
            closed = true;
            last = current;
            current = null;
            problem = "its connection was closed";
            enter(State.IDLE);
        }
        // who waits for an attempt is told; the attempt itself closes what it connects
        if (last != null && !last.completeExceptionally(new IllegalStateException(problem)) && !last.isCompletedExceptionally()) {
            last.join().close();
        }
    }
}
