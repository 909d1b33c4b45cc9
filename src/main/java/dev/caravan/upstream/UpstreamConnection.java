package dev.caravan.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.LateException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.mcp.input.InputKind;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ListPromptsResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final CallRelay NOBODY = new CallRelay(null, null, null);

    private final String name;
    private final UpstreamProperties.Server settings;
    private final Consumer<String> onEnd;
    private final McpJsonMapper json;
    private final McpAsyncClient client;
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicBoolean pinging = new AtomicBoolean();
    private final AtomicInteger lostSessions = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    /** Whom to tell of the calls that run, by their progress token. */
    private final Map<Object, CallRelay> relays = new ConcurrentHashMap<>();
    private volatile String reason;

    private UpstreamConnection(String name, UpstreamProperties.Server settings, Consumer<String> onEnd, Runnable onTools,
            Function<Watcher, McpClientTransport> transport, McpJsonMapper json, McpSchema.Implementation self) {
        this.name = name;
        this.json = json;
        this.settings = settings;
        this.onEnd = onEnd;
        this.client = McpClient.async(new ToolPages(transport.apply(this)))
                .clientInfo(self)
                .capabilities(McpSchema.ClientCapabilities.builder().elicitation().sampling().build())
                .elicitation(asked -> ask(InputKind.ELICIT, asked, ElicitResult.class))
                .sampling(asked -> ask(InputKind.SAMPLE, asked, CreateMessageResult.class))
                .requestTimeout(longest(settings.timeout(), settings.startTimeout()))
                .initializationTimeout(settings.startTimeout())
                .progressConsumer(told -> Mono.fromRunnable(() -> tell(told)))
                .loggingConsumer(told -> Mono.fromRunnable(() -> tell(told)))
                .toolsChangeConsumer(tools -> Mono.fromRunnable(onTools))
                .resourcesChangeConsumer(resources -> Mono.fromRunnable(onTools))
                .promptsChangeConsumer(prompts -> Mono.fromRunnable(onTools))
                .build();
    }

    /**
     * Connects and initialises.
     *
     * @param onEnd     told once, with the reason, when it ends without {@link #close()}
     * @param onTools   run when the server says that its tools, resources or prompts have changed
     * @param transport makes the transport, given whom to tell what becomes of it
     */
    static UpstreamConnection open(String name, UpstreamProperties.Server settings, Consumer<String> onEnd, Runnable onTools,
            Function<Watcher, McpClientTransport> transport, McpJsonMapper json, McpSchema.Implementation self) {
        UpstreamConnection connection = new UpstreamConnection(name, settings, onEnd, onTools, transport, json, self);
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

    CallToolResult call(String tool, Map<String, Object> arguments, String traceparent, CallRelay relay, CallDeadline deadline) throws UpstreamException, InterruptedException {
        if (hasNoTools()) {
            throw new RefusedCallException(name, tool, ErrorCodes.METHOD_NOT_FOUND, "it has no tools");
        }
        CallRelay caller = relay == null ? NOBODY : relay;
        String token = UUID.randomUUID().toString();
        Map<String, Object> meta = new HashMap<>();
        if (traceparent != null) {
            meta.put("traceparent", traceparent);
        }
        if (caller.progress() != null) {
            meta.put("progressToken", token);
        }
        relays.put(token, caller);
        CallToolRequest.Builder request = CallToolRequest.builder(tool).arguments(arguments);
        try {
            return ask(tool, client.callTool((meta.isEmpty() ? request : request.meta(meta)).build()), deadline.within(settings.timeout()));
        } finally {
            relays.remove(token);
        }
    }

    private void tell(ProgressNotification told) {
        CallRelay relay = told.progressToken() == null ? null : relays.get(told.progressToken());
        if (relay != null) {
            relay.tell(told);
        }
    }

    private void tell(LoggingMessageNotification told) {
        CallRelay only = only();
        if (only != null) {
            only.tell(name, told);
        }
    }

    /** A message or question names no call, so that it goes on only where one call alone can be meant; else null. */
    private CallRelay only() {
        List<CallRelay> running = List.copyOf(relays.values());
        return running.size() == 1 ? running.get(0) : null;
    }

    private <T> Mono<T> ask(InputKind kind, Object asked, Class<T> type) {
        CallRelay only = only();
        if (only == null) {
            return Mono.error(new IllegalStateException("The gateway can't tell which of its calls this question belongs to"));
        }
        return Mono.fromFuture(only.ask(kind, json.convertValue(asked, ObjectNode.class))).map(answer -> json.convertValue(answer, type));
    }

    /** All that it has, page after page, as it sends them; together within its {@code timeout}. */
    List<Object> tools(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return hasNoTools() ? List.of() : pages(McpSchema.METHOD_TOOLS_LIST, client::listTools, ToolPages::tools, ListToolsResult::nextCursor, deadline);
    }

    /** As {@link #tools}. */
    List<Object> resources(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return capabilities().resources() == null ? List.of()
                : pages(McpSchema.METHOD_RESOURCES_LIST, client::listResources, ListResourcesResult::resources, ListResourcesResult::nextCursor, deadline);
    }

    /** As {@link #tools}. A server with resources need not know them. */
    List<Object> resourceTemplates(CallDeadline deadline) throws UpstreamException, InterruptedException {
        try {
            return capabilities().resources() == null ? List.of() : pages(McpSchema.METHOD_RESOURCES_TEMPLATES_LIST, client::listResourceTemplates,
                    ListResourceTemplatesResult::resourceTemplates, ListResourceTemplatesResult::nextCursor, deadline);
        } catch (RefusedCallException e) {
            return List.of();
        }
    }

    /** As {@link #tools}. */
    List<Object> prompts(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return capabilities().prompts() == null ? List.of()
                : pages(McpSchema.METHOD_PROMPT_LIST, client::listPrompts, ListPromptsResult::prompts, ListPromptsResult::nextCursor, deadline);
    }

    ReadResourceResult read(String uri, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return ask(uri, client.readResource(ReadResourceRequest.builder(uri).build()), deadline.within(settings.timeout()));
    }

    GetPromptResult prompt(String prompt, Map<String, Object> arguments, CallDeadline deadline) throws UpstreamException, InterruptedException {
        return ask(prompt, client.getPrompt(new GetPromptRequest(prompt, arguments)), deadline.within(settings.timeout()));
    }

    private <P> List<Object> pages(String method, Function<String, Mono<P>> list, Function<P, ? extends Collection<?>> items, Function<P, String> next, CallDeadline deadline)
            throws UpstreamException, InterruptedException {
        List<Object> all = new ArrayList<>();
        CallDeadline whole = deadline.within(settings.timeout());
        Set<String> cursors = new HashSet<>();
        String cursor = McpSchema.FIRST_PAGE;
        do {
            P page = ask(method, list.apply(cursor), whole);
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
