package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.mcp.CallRelay.RunningCall;
import dev.caravan.source.oauth.LoginNeededException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/** One connection to a server, ready for calls. The connection ends once, with a reason. Calls that wait for an answer then fail. */
final class UpstreamConnection {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);
    /** After this number of timeouts in a row, without any answer between them, the server is pinged. */
    private static final int LATE_IN_A_ROW = 3;
    /** Maximum timeout of a ping. If the timeout of a call is shorter, it applies. */
    private static final Duration LONGEST_PING = Duration.ofSeconds(5);
    /** In percent of the server's timeout. Only a call that waited at least this long counts as a timeout of the server. */
    private static final int ALMOST_ALL = 95;

    private final String name;
    private final UpstreamProperties.Server settings;
    private final Events events;
    private final ObjectNode self;
    private final ServerMessages messages;
    private final Transport transport;
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    /** URIs of the resources that this connection has subscribed to. */
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<ServerSession> session;
    /** The last session that has begun. */
    private volatile ServerSession current;
    private volatile String reason = "the connection was closed";

    /**
     * Receives events of the connection, and returns quickly.
     *
     * @param ended   gets the reason when the connection has ended without {@link #close()}, once
     * @param changed is told when the server's tools, resources or prompts have changed, or it has lost its session
     * @param updated gets the URI of a subscribed resource whose content has changed
     */
    record Events(Consumer<String> ended, Runnable changed, Consumer<String> updated) {
    }

    private UpstreamConnection(String name, UpstreamProperties.Server settings, Events events,
            Function<UpstreamConnection, Transport> transport, ObjectNode self) {
        this.name = name;
        this.settings = settings;
        this.events = events;
        this.self = self;
        this.messages = new ServerMessages(name, events, subscribed, answer -> transport().tell(answer),
                level -> send("logging/setLevel", level, new RunningCall(CallRelay.NOBODY)));
        this.transport = transport.apply(this);
    }

    private Transport transport() {
        return transport;
    }

    /**
     * Connects, and begins a session.
     *
     * @param transport makes the transport, which tells the connection of messages outside of calls, and of its end
     * @throws RuntimeException with the reason, if that is not possible
     */
    static UpstreamConnection open(String name, UpstreamProperties.Server settings, Events events,
            Function<UpstreamConnection, Transport> transport, ObjectNode self) {
        UpstreamConnection connection = new UpstreamConnection(name, settings, events, transport, self);
        try {
            connection.session = connection.begin();
            connection.session.get(settings.startTimeout().toMillis(), TimeUnit.MILLISECONDS);
            return connection;
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            connection.ended.set(true);
            connection.transport.close();
            throw new IllegalStateException(root(e));
        }
    }

    /**
     * Begins a session of the era that the server speaks. A server on HTTP is asked {@code server/discover} first, and a process that
     * refuses {@code initialize} then. Each new session finds out again, so a server may change its revision.
     */
    private CompletableFuture<ServerSession> begin() {
        ServerSession legacy = new LegacySession(transport, self, settings.longest(), messages::take);
        ServerSession modern = new ModernSession(transport, self, settings.longest(), messages::take);
        ServerSession first = settings.isHttp() ? modern : legacy;
        ServerSession other = settings.isHttp() ? legacy : modern;
        return first.open().exceptionallyCompose(refused -> root(refused) instanceof IllegalStateException
                ? other.open().exceptionallyCompose(failed -> CompletableFuture.failedFuture(settings.isHttp() ? failed : refused))
                : CompletableFuture.failedFuture(refused)).thenApply(begun -> current = begun);
    }

    /** Takes a message that came on the stream of no call. */
    void take(ObjectNode message) {
        messages.take(message, null);
    }

    /** Returns the name and version that the server reports. */
    String server() {
        JsonNode info = current.info();
        return info.has("name") ? info.path("name").asText() + " " + info.path("version").asText() : name;
    }

    /**
     * Returns all entries of a list, as the server sent them. All pages together must arrive within the server's {@code timeout}.
     *
     * @param member tools, resources, resourceTemplates or prompts; the list of a server without them is empty
     */
    ArrayNode list(String member, CallDeadline deadline) throws UpstreamException, InterruptedException {
        boolean templates = member.equals("resourceTemplates");
        try {
            return capabilities().hasNonNull(templates ? "resources" : member)
                    ? pages(member, templates ? "resources/templates/list" : member + "/list", deadline.within(settings.timeout()))
                    : ServerSession.params().putArray(member);
        } catch (RefusedCallException e) {
            if (templates) { // a server with resources may not know the method
                return ServerSession.params().putArray(member);
            }
            throw e;
        }
    }

    private ArrayNode pages(String member, String method, CallDeadline whole) throws UpstreamException, InterruptedException {
        ArrayNode all = ServerSession.params().putArray(member);
        Set<String> cursors = new HashSet<>();
        String cursor = null;
        do {
            ObjectNode params = ServerSession.params();
            JsonNode page = ask(method, method, cursor == null ? params : params.put("cursor", cursor), CallRelay.NOBODY, whole);
            if (member.equals("tools")) {
                current.learn(page);
            }
            page.path(member).forEach(all::add);
            cursor = page.path("nextCursor").textValue();
            if (cursor != null && !cursors.add(cursor)) {
                throw new UpstreamException(Text.of("upstream.toolFailed", name, method, "the list begins anew at " + cursor));
            }
        } while (cursor != null && !cursor.isEmpty());
        return all;
    }

    /** Whether the server completes arguments. */
    boolean completes() {
        return capabilities().hasNonNull("completions");
    }

    /**
     * Subscribes to these resources, and ends the connection's other subscriptions. A resource that the server refuses does not stop the
     * others.
     *
     * @return false if the server has no subscriptions
     */
    boolean subscribe(Set<String> wanted, CallDeadline deadline) throws UpstreamException, InterruptedException {
        if (!capabilities().path("resources").path("subscribe").asBoolean()) {
            return false;
        }
        for (String uri : wanted) {
            if (subscribed.add(uri)) {
                try {
                    ask(uri, "resources/subscribe", ServerSession.params().put("uri", uri), CallRelay.NOBODY, deadline);
                } catch (UpstreamException e) {
                    subscribed.remove(uri);
                    LOG.info("Upstream subscription refused server={} uri={} reason={}", name, uri, e.getMessage());
                }
            }
        }
        for (String uri : List.copyOf(subscribed)) {
            if (!wanted.contains(uri)) {
                subscribed.remove(uri);
                ask(uri, "resources/unsubscribe", ServerSession.params().put("uri", uri), CallRelay.NOBODY, deadline);
            }
        }
        return true;
    }

    /** Whether the connection must stay for subscriptions. */
    boolean hasSubscriptions() {
        return !subscribed.isEmpty();
    }

    private JsonNode capabilities() {
        return current.capabilities();
    }

    /**
     * Makes a request, and waits for its result. A server whose answer nobody waits for is told.
     *
     * @param what names what is asked, for messages
     */
    JsonNode ask(String what, String method, ObjectNode params, CallRelay relay, CallDeadline most)
            throws UpstreamException, InterruptedException {
        if (method.equals("tools/call") && !capabilities().hasNonNull("tools")) {
            throw new RefusedCallException(name, what, -32601, "it has no tools");
        }
        RunningCall call = new RunningCall(relay);
        if (relay.progress() != null) {
            params.withObjectProperty("_meta").put("progressToken", call.token());
        }
        CallDeadline deadline = most.within(settings.timeout());
        boolean logs = relay.log() != null && relay.log().asked() != null && capabilities().hasNonNull("logging");
        messages.begin(call);
        try {
            CompletableFuture<?> ready = logs ? messages.askForLogs() : CompletableFuture.completedFuture(null);
            ObjectNode answer = deadline.await(ready.thenCompose(set -> send(method, params, call)));
            late.set(0);
            if (answer.hasNonNull("error")) {
                JsonNode error = answer.get("error");
                throw new RefusedCallException(name, what, error.path("code").asInt(), error.path("message").asText());
            }
            return answer.path("result");
        } catch (InterruptedException e) {
            call.cancel("the caller has cancelled it, or was late");
            throw e;
        } catch (TimeoutException e) {
            call.cancel("it took more than " + deadline.whole().toMillis() + " ms");
            throw late(deadline.whole());
        } catch (ExecutionException e) {
            throw failure(what, e);
        } finally {
            messages.end(call);
        }
    }

    /** Sends a request. If the server has lost its session, sends it once more in a new one. */
    private CompletableFuture<ObjectNode> send(String method, ObjectNode params, RunningCall call) {
        return session.thenCompose(own -> own.ask(method, params, call)
                .exceptionallyCompose(failure -> root(failure) instanceof Transport.SessionLostException
                        ? again(own).thenCompose(next -> next.ask(method, params, call)) : CompletableFuture.failedFuture(failure)));
    }

    /** Returns the session that takes the place of a lost one. */
    private synchronized CompletableFuture<ServerSession> again(ServerSession lost) {
        if (current == lost && session.isDone() && !ended.get()) {
            CompletableFuture<ServerSession> next = begin();
            session = next;
            messages.forgetLogs();
            if (!subscribed.isEmpty()) {
                subscribed.clear();
                events.changed().run(); // whoever wants the subscriptions makes them again
            }
            next.whenComplete((begun, failure) -> {
                if (failure != null) {
                    ended(reason(failure));
                }
            });
        }
        return session;
    }

    private LateException late(Duration waited) {
        boolean hadItsTime = waited.toMillis() >= settings.timeout().toMillis() * ALMOST_ALL / 100;
        if (hadItsTime && late.incrementAndGet() >= LATE_IN_A_ROW) {
            ping();
        }
        return new LateException(Text.of("upstream.late", name, waited.toMillis()), waited);
    }

    private UpstreamException failure(String what, ExecutionException thrown) {
        UpstreamException failure;
        Throwable cause = root(thrown);
        if (cause instanceof LoginNeededException needed) {
            late.set(0);
            return needed;
        }
        if (settings.isHttp() && !ended.get() && !isUnreachable(thrown)) {
            // an odd answer says nothing about other requests: the ping tells whether the server answers those
            failure = new UpstreamException(Text.of("upstream.toolFailed", name, what, reason(cause)));
            ping();
        } else {
            ended(reason(cause));
            failure = new UpstreamException(Text.of("upstream.gone", name, reason));
        }
        failure.initCause(cause);
        return failure;
    }

    private static boolean isUnreachable(Throwable thrown) {
        return thrown != null && (thrown instanceof ConnectException || thrown instanceof HttpConnectTimeoutException
                || isUnreachable(thrown.getCause()));
    }

    /**
     * Pings the server after several timeouts, to learn whether the server hangs or only the called tools are slow, and after an odd
     * answer. Ends the connection if the ping times out, or has an odd answer too, as from a server that returned with another revision. An
     * error of MCP counts as an answer, for example from a server that does not know {@code ping}.
     */
    private void ping() {
        if (pinging.compareAndSet(false, true)) {
            Duration limit = settings.timeout().compareTo(LONGEST_PING) < 0 ? settings.timeout() : LONGEST_PING;
            // ending a connection may block, which is not allowed on a timer thread
            send("ping", ServerSession.params(), new RunningCall(CallRelay.NOBODY)).orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .whenCompleteAsync((answer, failure) -> {
                pinging.set(false);
                if (failure == null) {
                    late.set(0);
                } else {
                    unanswered(root(failure));
                }
            });
        }
    }

    private void unanswered(Throwable cause) {
        if (cause instanceof LoginNeededException) {
            late.set(0);
        } else if (!(cause instanceof TimeoutException)) {
            ended(reason(cause));
        } else if (late.get() >= LATE_IN_A_ROW) { // no call was answered meanwhile
            ended("it answered none of " + LATE_IN_A_ROW + " calls in time, nor a ping");
        }
    }

    /** The connection can't be used any more. */
    void ended(String why) {
        if (ended.compareAndSet(false, true)) {
            reason = why;
            events.ended().accept(why); // before the waiting calls fail, so that their retries get a new connection
            end();
        }
    }

    void close() {
        if (ended.compareAndSet(false, true)) {
            end();
        }
    }

    private void end() {
        if (current != null) {
            current.close();
        } else if (transport != null) {
            transport.close();
        }
    }

    /** Returns the reason for a failure, in words. */
    static String reason(Throwable thrown) {
        Throwable root = root(thrown);
        if (root instanceof TimeoutException) {
            return "it did not answer in time";
        }
        String message = root.getMessage();
        boolean named = root instanceof IOException && root.getClass() != IOException.class; // such as UnknownHostException: a host
        return message == null || named ? root.getClass().getSimpleName() + (message == null ? "" : ": " + message) : message;
    }

    static Throwable root(Throwable thrown) {
        return NestedExceptionUtils.getMostSpecificCause(thrown);
    }
}
