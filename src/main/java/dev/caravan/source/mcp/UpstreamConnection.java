package dev.caravan.source.mcp;

import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.LoginNeededException;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ListPromptsResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.SubscribeRequest;
import io.modelcontextprotocol.spec.McpSchema.UnsubscribeRequest;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An initialised MCP client for one connection. The connection ends once, with a reason. Calls that wait for an answer then fail. */
final class UpstreamConnection implements Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

    /** After this number of timeouts in a row, without any answer between them, the server is pinged. */
    private static final int LATE_IN_A_ROW = 3;

    /** Maximum timeout of a ping. If the timeout of a call is shorter, it applies. */
    private static final Duration LONGEST_PING = Duration.ofSeconds(5);

    /** In percent of the server's timeout. Only a call that waited at least this long counts as a timeout of the server. */
    private static final int ALMOST_ALL = 95;

    private final String name;
    private final UpstreamProperties.Server settings;
    private final ServerMessages messages;
    private final McpAsyncClient client;
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicInteger lostSessions = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    /** URIs of the resources that this connection has subscribed to. */
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private final Events events;
    private final ServerMessages.ServerLogLevel logLevel;
    private volatile String reason;

    /** Receives events of the connection. Its methods return quickly. */
    interface Events {

        /** The connection has ended, for this reason, without {@link #close()}. Called once. */
        void ended(String reason);

        /** The server reports that its tools, resources or prompts have changed, or has lost its session. */
        void changed();

        /** The content of a resource, which this connection has subscribed to, has changed. */
        void updated(String uri);
    }

    private UpstreamConnection(String name, UpstreamProperties.Server settings, Events events,
            Function<Watcher, McpClientTransport> transport, McpJsonMapper json,
            McpSchema.Implementation self) {
        this.name = name;
        this.settings = settings;
        this.events = events;
        LegacyTasks tasks = new LegacyTasks(name, transport.apply(this), json, settings.longest());
        this.messages = new ServerMessages(name, tasks, json, events, subscribed);
        this.client = McpClient.async(new RawResults(messages))
                .clientInfo(self)
                .capabilities(McpSchema.ClientCapabilities.builder().elicitation().sampling().roots(false).build())
                .elicitation(asked -> Mono.error(new IllegalStateException("ServerMessages answers"))) // the SDK requires a handler
                .sampling(asked -> Mono.error(new IllegalStateException("ServerMessages answers")))
                // the SDK has one timeout for all requests, including initialize; calls have their own, which is not longer
                .requestTimeout(settings.longest())
                .initializationTimeout(settings.startTimeout())
                .build();
        this.logLevel = new ServerMessages.ServerLogLevel(name, client, messages::wantedLevel);
    }

    /**
     * Connects and initialises.
     *
     * @param transport makes the transport, which reports to the given watcher
     * @throws IllegalStateException with the reason, if the connection ended meanwhile
     */
    static UpstreamConnection open(String name, UpstreamProperties.Server settings, Events events,
            Function<Watcher, McpClientTransport> transport, McpJsonMapper json,
            McpSchema.Implementation self) {
        UpstreamConnection connection = new UpstreamConnection(name, settings, events, transport, json, self);
        try {
            connection.client.initialize().block();
            return connection;
        } catch (RuntimeException e) {
            connection.close();
            throw connection.reason == null ? e : new IllegalStateException(connection.reason);
        }
    }

    /** Returns the name and version that the server reports. */
    String server() {
        McpSchema.Implementation info = client.getServerInfo();
        return info == null ? name : info.name() + " " + info.version();
    }

    /** Returns the result as the server sent it. */
    Map<?, ?> call(String tool, Map<String, Object> arguments, String traceparent, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        if (hasNoTools()) {
            throw new RefusedCallException(name, tool, ErrorCodes.METHOD_NOT_FOUND, "it has no tools");
        }
        CallRelay.RunningCall call = new CallRelay.RunningCall(relay);
        Map<String, Object> meta = new HashMap<>();
        if (traceparent != null) {
            meta.put("traceparent", traceparent);
        }
        if (call.relay().progress() != null) {
            meta.put("progressToken", call.token());
        }
        CallToolRequest.Builder request = CallToolRequest.builder(tool).arguments(arguments);
        return RawResults.asSent(ask(tool, client.callTool((meta.isEmpty() ? request : request.meta(meta)).build()), call,
                deadline.within(settings.timeout())).meta());
    }

    /** Returns all tools, as the server sent them. All pages together must arrive within the server's {@code timeout}. */
    List<Object> tools(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return hasNoTools() ? List.of()
                : pages(McpSchema.METHOD_TOOLS_LIST, client::listTools, page -> RawResults.entries(page.meta(), "tools"),
                        ListToolsResult::nextCursor, deadline);
    }

    /** Returns all resources, with the same timeout as {@link #tools}. */
    List<Object> resources(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return capabilities().resources() == null ? List.of() : pages(McpSchema.METHOD_RESOURCES_LIST, client::listResources,
                page -> RawResults.entries(page.meta(), "resources"), ListResourcesResult::nextCursor, deadline);
    }

    /** Returns all resource templates, with the same timeout as {@link #tools}. Returns none if the server does not know the method. */
    List<Object> resourceTemplates(CallDeadline deadline) throws UpstreamException, InterruptedException {
        try {
            return capabilities().resources() == null ? List.of() : pages(McpSchema.METHOD_RESOURCES_TEMPLATES_LIST,
                    client::listResourceTemplates,
                    page -> RawResults.entries(page.meta(), "resourceTemplates"), ListResourceTemplatesResult::nextCursor, deadline);
        } catch (RefusedCallException e) {
            return List.of();
        }
    }

    /** Returns all prompts, with the same timeout as {@link #tools}. */
    List<Object> prompts(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return capabilities().prompts() == null ? List.of() : pages(McpSchema.METHOD_PROMPT_LIST, client::listPrompts,
                page -> RawResults.entries(page.meta(), "prompts"), ListPromptsResult::nextCursor, deadline);
    }

    Map<?, ?> read(String uri, CallRelay relay, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return RawResults.asSent(ask(uri, client.readResource(ReadResourceRequest.builder(uri).build()), new CallRelay.RunningCall(relay),
                deadline.within(settings.timeout())).meta());
    }

    Map<?, ?> prompt(String prompt, Map<String, Object> arguments, CallRelay relay, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        return RawResults.asSent(ask(prompt, client.getPrompt(new GetPromptRequest(prompt, arguments)), new CallRelay.RunningCall(relay),
                deadline.within(settings.timeout())).meta());
    }

    /** Whether the server completes arguments. */
    boolean completes() {
        return capabilities().completions() != null;
    }

    CompleteCompletion complete(CompleteRequest request, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return ask(request.argument().name(), client.completeCompletion(request), new CallRelay.RunningCall(CallRelay.NOBODY),
                deadline.within(settings.timeout())).completion();
    }

    /**
     * Subscribes to these resources, and ends the connection's other subscriptions. A resource that the server refuses does not stop the
     * others.
     *
     * @return false if the server has no subscriptions
     */
    boolean subscribe(Set<String> wanted, CallDeadline deadline) throws UpstreamException, InterruptedException {
        if (capabilities().resources() == null || !Boolean.TRUE.equals(capabilities().resources().subscribe())) {
            return false;
        }
        for (String uri : wanted) {
            if (subscribed.add(uri)) {
                try {
                    ask(uri, client.subscribeResource(new SubscribeRequest(uri)), new CallRelay.RunningCall(CallRelay.NOBODY),
                            deadline.within(settings.timeout()));
                } catch (UpstreamException e) {
                    subscribed.remove(uri);
                    LOG.info("Upstream subscription refused server={} uri={} reason={}", name, uri, e.getMessage());
                }
            }
        }
        for (String uri : List.copyOf(subscribed)) {
            if (!wanted.contains(uri)) {
                subscribed.remove(uri);
                ask(uri, client.unsubscribeResource(new UnsubscribeRequest(uri)), new CallRelay.RunningCall(CallRelay.NOBODY),
                        deadline.within(settings.timeout()));
            }
        }
        return true;
    }

    /** Whether the connection must stay for subscriptions. */
    boolean hasSubscriptions() {
        return !subscribed.isEmpty();
    }

    private <P> List<Object> pages(String method, Function<String, Mono<P>> list, Function<P, ? extends Collection<?>> items,
            Function<P, String> next, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        List<Object> all = new ArrayList<>();
        CallDeadline whole = deadline.within(settings.timeout());
        Set<String> cursors = new HashSet<>();
        String cursor = McpSchema.FIRST_PAGE;
        do {
            P page = ask(method, list.apply(cursor), new CallRelay.RunningCall(CallRelay.NOBODY), whole);
            all.addAll(items.apply(page));
            cursor = next.apply(page);
            if (cursor != null && !cursors.add(cursor)) {
                throw new UpstreamException(Text.of("upstream.toolFailed", name, method, "the list begins anew at " + cursor));
            }
        } while (cursor != null && !cursor.isEmpty());
        return all;
    }

    private McpSchema.ServerCapabilities capabilities() {
        McpSchema.ServerCapabilities capabilities = client.getServerCapabilities();
        return capabilities == null ? McpSchema.ServerCapabilities.builder().build() : capabilities;
    }

    /** Whether the server declares no tools. The SDK would then fail a request for tools as if the connection were lost. */
    private boolean hasNoTools() {
        McpSchema.ServerCapabilities capabilities = client.getServerCapabilities();
        return capabilities != null && capabilities.tools() == null;
    }

    private <T> T ask(String what, Mono<T> question, CallRelay.RunningCall call, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        boolean logs = call.relay().log() != null && capabilities().logging() != null;
        if (logs) {
            call.wants(call.relay().log().asked());
        }
        messages.begin(call);
        try {
            Mono<T> sent = question.contextWrite(call::in);
            return answer(what, logs ? Mono.defer(logLevel::set).then(sent) : sent, call, deadline);
        } finally {
            messages.end(call);
        }
    }

    /** Waits for the answer. If the server has lost its session, asks once more. A server whose answer nobody waits for is told. */
    private <T> T answer(String what, Mono<T> question, CallRelay.RunningCall call, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        for (boolean again = false; ; again = true) {
            int lostBefore = lostSessions.get();
            try {
                T answer = deadline.await(question);
                late.set(0);
                return answer;
            } catch (CancellationException e) {
                messages.cancel(call, "the caller has cancelled it");
                throw e;
            } catch (RuntimeException e) {
                if (Thread.interrupted()) {
                    messages.cancel(call, "the caller has cancelled it, or was late");
                    throw new InterruptedException();
                }
                if (again || lostSessions.get() == lostBefore) {
                    throw failure(what, e, call, deadline);
                }
            }
        }
    }

    private UpstreamException failure(String what, RuntimeException thrown, CallRelay.RunningCall call, CallDeadline deadline) {
        UpstreamException failure;
        Throwable cause = root(thrown);
        if (cause instanceof LoginNeededException needed) {
            late.set(0);
            return needed;
        }
        if (cause instanceof McpError refused) {
            late.set(0);
            failure = new RefusedCallException(name, what, refused.getJsonRpcError().code(), refused.getMessage());
        } else if (cause instanceof TimeoutException) {
            messages.cancel(call, "it took more than " + deadline.whole().toMillis() + " ms");
            failure = new LateException(Text.of("upstream.late", name, deadline.whole().toMillis()), deadline.whole());
            boolean hadItsTime = deadline.whole().toMillis() >= settings.timeout().toMillis() * ALMOST_ALL / 100;
            if (hadItsTime && late.incrementAndGet() >= LATE_IN_A_ROW) {
                ping();
            }
        } else if (settings.isHttp() && !isUnreachable(thrown)) {
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
            client.ping().timeout(limit).publishOn(Schedulers.boundedElastic()).doFinally(over -> pinging.set(false))
                    .subscribe(answer -> { }, this::unanswered, () -> late.set(0));
        }
    }

    private void unanswered(Throwable failure) {
        Throwable cause = root(failure);
        if (cause instanceof McpError || cause instanceof LoginNeededException) {
            late.set(0);
        } else if (!(cause instanceof TimeoutException)) {
            ended(reason(cause));
        } else if (late.get() >= LATE_IN_A_ROW) { // no call was answered meanwhile
            ended("it answered none of " + LATE_IN_A_ROW + " calls in time, nor a ping");
        }
    }

    @Override
    public void ended(String why) {
        if (reason == null) {
            reason = why;
        }
        if (ended.compareAndSet(false, true)) {
            events.ended(why); // before the waiting calls fail, so that their retries get a new connection
            closeClient();
        }
    }

    @Override
    public void forgotten() {
        lostSessions.incrementAndGet();
        logLevel.forget();
        if (!subscribed.isEmpty()) {
            subscribed.clear();
            events.changed(); // whoever wants the subscriptions makes them again
        }
    }

    void close() {
        if (ended.compareAndSet(false, true)) {
            closeClient();
        }
    }

    private void closeClient() {
        try {
            client.close();
        } catch (RuntimeException e) {
            LOG.debug("Upstream connection not closed cleanly server={}", name, e); // it ended before it had a session
        }
    }

    /** Returns the reason for an exception of the SDK, in words. */
    static String reason(Throwable thrown) {
        Throwable root = root(thrown);
        if (root instanceof TimeoutException) {
            return "it did not answer in time";
        }
        String message = root.getMessage();
        return message == null || root instanceof java.io.IOException
                ? root.getClass().getSimpleName() + (message == null ? "" : ": " + message)
                : message;
    }

    static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root && !(root instanceof McpError)) {
            root = root.getCause();
        }
        return root;
    }
}
