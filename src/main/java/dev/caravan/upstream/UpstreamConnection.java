package dev.caravan.upstream;

import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An initialised MCP client. It ends once, with a reason, and takes the calls that wait on it along. */
final class UpstreamConnection implements Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

    /** After so many late calls in a row, without any answer between them, the server is pinged. */
    private static final int LATE_IN_A_ROW = 3;

    /** A ping has the time of a call, and no more than this. */
    private static final Duration LONGEST_PING = Duration.ofSeconds(5);

    /** In percent of a server's time: who waited so long counts as one who waited for all of it. */
    private static final int ALMOST_ALL = 95;

    /** How the SDK words a status that it does not name; what follows them is the server's body, which may be anything. */
    private static final Pattern STATUS_OF_THE_SDK = Pattern.compile("Received unexpected status code: (\\d{3})\\b.*", Pattern.DOTALL);

    private final String name;
    private final UpstreamProperties.Server settings;
    private final Consumer<String> onEnd;
    private final McpAsyncClient client;
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicInteger lostSessions = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile String reason;

    private UpstreamConnection(String name, UpstreamProperties.Server settings, Consumer<String> onEnd, Runnable onTools,
            Function<Watcher, McpClientTransport> transport, McpSchema.Implementation self) {
        this.name = name;
        this.settings = settings;
        this.onEnd = onEnd;
        this.client = McpClient.async(new ToolPages(transport.apply(this)))
                .clientInfo(self)
                .requestTimeout(longest(settings.timeout(), settings.startTimeout()))
                .initializationTimeout(settings.startTimeout())
                .toolsChangeConsumer(tools -> Mono.fromRunnable(onTools))
                .build();
    }

    /**
     * Connects and initialises.
     *
     * @param onEnd     told once, with the reason, when it ends without {@link #close()}
     * @param onTools   run when the server says that its tools have changed
     * @param transport makes the transport, given whom to tell what becomes of it
     */
    static UpstreamConnection open(String name, UpstreamProperties.Server settings, Consumer<String> onEnd, Runnable onTools,
            Function<Watcher, McpClientTransport> transport, McpSchema.Implementation self) {
        UpstreamConnection connection = new UpstreamConnection(name, settings, onEnd, onTools, transport, self);
        try {
            connection.client.initialize().block();
            return connection;
        } catch (RuntimeException e) {
            connection.close();
            throw connection.reason == null ? e : new IllegalStateException(connection.reason);
        }
    }

    /** The SDK has one limit for all requests, and {@code initialize} is one; calls have their own below it. */
    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** The server's name and version, as it says. */
    String server() {
        McpSchema.Implementation info = client.getServerInfo();
        return info == null ? name : info.name() + " " + info.version();
    }

    CallToolResult call(String tool, Map<String, Object> arguments, String traceparent, CallDeadline deadline) throws UpstreamException, InterruptedException {
        if (hasNoTools()) {
            throw new RefusedCallException(name, tool, ErrorCodes.METHOD_NOT_FOUND, "it has no tools");
        }
        CallToolRequest.Builder request = CallToolRequest.builder(tool).arguments(arguments);
        if (traceparent != null) {
            request.meta(Map.of("traceparent", traceparent));
        }
        return ask(tool, client.callTool(request.build()), deadline.within(settings.timeout()));
    }

    /** All that it has, page after page, as it sends them; together within its {@code timeout}. */
    List<Object> tools(CallDeadline deadline) throws UpstreamException, InterruptedException {
        List<Object> tools = new ArrayList<>();
        if (hasNoTools()) {
            return tools;
        }
        CallDeadline whole = deadline.within(settings.timeout());
        Set<String> cursors = new HashSet<>();
        String cursor = McpSchema.FIRST_PAGE;
        do {
            ListToolsResult page = ask(McpSchema.METHOD_TOOLS_LIST, client.listTools(cursor), whole);
            tools.addAll(ToolPages.tools(page));
            cursor = page.nextCursor();
            if (cursor != null && !cursors.add(cursor)) {
                throw new UpstreamException(Text.of("upstream.toolFailed", name, McpSchema.METHOD_TOOLS_LIST, "the list begins anew at " + cursor));
            }
        } while (cursor != null && !cursor.isEmpty());
        return tools;
    }

    /** The SDK would not ask it then, as if the connection were lost. */
    private boolean hasNoTools() {
        McpSchema.ServerCapabilities capabilities = client.getServerCapabilities();
        return capabilities != null && capabilities.tools() == null;
    }

    private <T> T ask(String what, Mono<T> question, CallDeadline deadline) throws UpstreamException, InterruptedException {
        for (boolean again = false; ; again = true) {
            int lostBefore = lostSessions.get();
            try {
                T answer = deadline.await(question);
                late.set(0);
                return answer;
            } catch (RuntimeException e) {
                deadline.checkCancellation();
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (again || lostSessions.get() == lostBefore) {
                    throw failure(what, root(e), deadline);
                }
            }
        }
    }

    private UpstreamException failure(String what, Throwable cause, CallDeadline deadline) {
        UpstreamException failure;
        if (cause instanceof McpError refused) {
            late.set(0);
            failure = new RefusedCallException(name, what, refused.getJsonRpcError().code(), refused.getMessage());
        } else if (cause instanceof TimeoutException) {
            failure = new LateException(Text.of("upstream.late", name, deadline.whole().toMillis()), deadline.whole());
            boolean hadItsTime = deadline.whole().toMillis() >= settings.timeout().toMillis() * ALMOST_ALL / 100;
            if (hadItsTime && late.incrementAndGet() >= LATE_IN_A_ROW) {
                ping();
            }
        } else {
            ended(reason(cause));
            failure = new UpstreamException(Text.of("upstream.gone", name, reason));
        }
        failure.initCause(cause);
        return failure;
    }

    /**
     * Asks whether the server hangs, or only the tools that were called are slow: others may be waiting on the connection. Ends the connection
     * when nothing is answered. An error is an answer, as of a server that does not know {@code ping}.
     */
    private void ping() {
        if (pinging.compareAndSet(false, true)) {
            Duration limit = settings.timeout().compareTo(LONGEST_PING) < 0 ? settings.timeout() : LONGEST_PING;
            // what ends a connection may block, which a thread of timers may not
            client.ping().timeout(limit).publishOn(Schedulers.boundedElastic()).doFinally(over -> pinging.set(false))
                    .subscribe(answer -> { }, this::unanswered, () -> late.set(0));
        }
    }

    private void unanswered(Throwable failure) {
        if (!(root(failure) instanceof TimeoutException)) {
            late.set(0);
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
            onEnd.accept(why); // before the calls that wait here fail, so that their next ones find a new connection
            closeClient();
        }
    }

    @Override
    public void forgotten() {
        lostSessions.incrementAndGet();
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
            LOG.debug("Upstream server {} while closing", name, e); // it ended before it had a session
        }
    }

    /** In words, of what the SDK threw. */
    static String reason(Throwable thrown) {
        Throwable root = root(thrown);
        if (root instanceof TimeoutException) {
            return "it did not answer in time";
        }
        String message = root.getMessage();
        Matcher status = STATUS_OF_THE_SDK.matcher(message == null ? "" : message);
        if (status.matches()) {
            return "it answered with HTTP status " + status.group(1);
        }
        return message == null || root instanceof java.io.IOException
                ? root.getClass().getSimpleName() + (message == null ? "" : ": " + message)
                : message;
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root && !(root instanceof McpError)) {
            root = root.getCause();
        }
        return root;
    }
}
