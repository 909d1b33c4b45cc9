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

/** An initialised MCP client for one connection. The connection ends once, with a reason. Calls that wait for an answer then fail. */
final class UpstreamConnection implements Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

    /** After this number of timeouts in a row, without any answer between them, the server is pinged. */
    private static final int LATE_IN_A_ROW = 3;

    /** Maximum timeout of a ping. If the timeout of a call is shorter, it applies. */
    private static final Duration LONGEST_PING = Duration.ofSeconds(5);

    /** In percent of the server's timeout. Only a call that waited at least this long counts as a timeout of the server. */
    private static final int ALMOST_ALL = 95;

    /** The SDK's message for a status without a name. The server's body follows, which may contain anything. */
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
    /** The relays of running calls, by progress token. */
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
     * @param onEnd     called once, with the reason, if the connection ends without {@link #close()}
     * @param onTools   called when the server reports that its tools, resources or prompts have changed
     * @param transport makes the transport, which reports to the given watcher
     * @throws IllegalStateException with the reason, if the connection ended meanwhile
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

    /**
     * Returns the longer duration. The SDK has one timeout for all requests, including {@code initialize}. Calls have their own timeout, which is not
     * longer.
     */
    private static Duration longest(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Returns the name and version that the server reports. */
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

    /** Returns the relay of the running call if exactly one call runs, otherwise null. A log message or question of a server does not name its call. */
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

    /** Returns all tools, as the server sent them. All pages together must arrive within the server's {@code timeout}. */
    List<Object> tools(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return hasNoTools() ? List.of() : pages(McpSchema.METHOD_TOOLS_LIST, client::listTools, ToolPages::tools, ListToolsResult::nextCursor, deadline);
    }

    /** Returns all resources, with the same timeout as {@link #tools}. */
    List<Object> resources(CallDeadline deadline) throws UpstreamException, InterruptedException {
        return capabilities().resources() == null ? List.of()
                : pages(McpSchema.METHOD_RESOURCES_LIST, client::listResources, ListResourcesResult::resources, ListResourcesResult::nextCursor, deadline);
    }

    /** Returns all resource templates, with the same timeout as {@link #tools}. Returns none if the server does not know the method. */
    List<Object> resourceTemplates(CallDeadline deadline) throws UpstreamException, InterruptedException {
        try {
            return capabilities().resources() == null ? List.of() : pages(McpSchema.METHOD_RESOURCES_TEMPLATES_LIST, client::listResourceTemplates,
                    ListResourceTemplatesResult::resourceTemplates, ListResourceTemplatesResult::nextCursor, deadline);
        } catch (RefusedCallException e) {
            return List.of();
        }
    }

    /** Returns all prompts, with the same timeout as {@link #tools}. */
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

    /** Whether the server declares no tools. The SDK would then fail a request for tools as if the connection were lost. */
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
     * Pings the server after several timeouts, to learn whether the server hangs or only the called tools are slow. Ends the connection if the ping
     * times out. An error counts as an answer, for example from a server that does not know {@code ping}.
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
            onEnd.accept(why); // before the waiting calls fail, so that their retries get a new connection
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

    /** Returns the reason for an exception of the SDK, in words. */
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
