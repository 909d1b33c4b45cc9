package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.LogLevel;
import dev.caravan.mcp.input.InputRequest;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.ContextView;

/**
 * Handles what a server sends besides answers: notifications, and questions to the client. Each goes to the call that it belongs to. The
 * SDK hands such messages to one handler for the whole connection, reads a changed list or resource by itself, and has fixed roots. It does
 * not tell the id of a request, which a cancellation needs.
 */
final class ServerMessages extends PassingTransport {

    private static final Logger LOG = LoggerFactory.getLogger(ServerMessages.class);
    private static final String CANCELLED = "notifications/cancelled";

    private final String name;
    private final McpJsonMapper json;
    private final UpstreamConnection.Events events;
    private final Set<String> subscribed;
    /** Calls that run now, by progress token. */
    private final Map<Object, CallRelay.RunningCall> running = new ConcurrentHashMap<>();

    /** @param subscribed URIs of the resources whose updates the events get */
    ServerMessages(String name, McpClientTransport transport, McpJsonMapper json, UpstreamConnection.Events events,
            Set<String> subscribed) {
        super(transport);
        this.name = name;
        this.json = json;
        this.events = events;
        this.subscribed = subscribed;
    }

    void begin(CallRelay.RunningCall call) {
        running.put(call.token(), call);
    }

    void end(CallRelay.RunningCall call) {
        running.remove(call.token());
    }

    /** Returns the most talkative log level that the client of a running call has asked for; null if no client has asked for one. */
    LogLevel wantedLevel() {
        return running.values().stream().map(CallRelay.RunningCall::logLevel).filter(Objects::nonNull).min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Tells the server that nobody waits for the answer to this request any more. */
    void cancel(CallRelay.RunningCall call, String reason) {
        if (call.requestId() != null) {
            sendMessage(new JSONRPCNotification(CANCELLED, Map.of("requestId", call.requestId(), "reason", reason)))
                    .subscribe(sent -> { }, failure -> LOG.debug("Upstream cancellation not sent server={}", name, failure));
        }
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        if (!(message instanceof JSONRPCRequest request) || request.method().equals(McpSchema.METHOD_INITIALIZE)) {
            return super.sendMessage(message);
        }
        return Mono.deferContextual(context -> {
            context.<CallRelay.RunningCall>getOrEmpty(CallRelay.RunningCall.class).ifPresent(call -> call.sentAs(request.id()));
            return super.sendMessage(message);
        });
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return super.connect(incoming -> incoming.flatMap(message -> Mono.deferContextual(context ->
                isTaken(message, context) ? Mono.empty() : handler.apply(Mono.just(message)))));
    }

    private boolean isTaken(JSONRPCMessage message, ContextView context) {
        if (message instanceof JSONRPCNotification notification) {
            return isTaken(notification, context);
        } else if (message instanceof JSONRPCRequest request) {
            InputRequest.InputKind kind = InputRequest.InputKind.of(request.method()).orElse(null);
            if (kind != null) {
                answer(request, kind, relay(context));
            }
            return kind != null;
        }
        return false;
    }

    private boolean isTaken(JSONRPCNotification notification, ContextView context) {
        switch (notification.method()) {
            case McpSchema.METHOD_NOTIFICATION_PROGRESS -> progressed(json.convertValue(notification.params(), ProgressNotification.class));
            case McpSchema.METHOD_NOTIFICATION_MESSAGE -> {
                CallRelay relay = relay(context);
                if (relay != null) {
                    relay.log(name, json.convertValue(notification.params() == null ? Map.of() : notification.params(), JsonNode.class));
                }
            }
            case McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED, McpSchema.METHOD_NOTIFICATION_RESOURCES_LIST_CHANGED,
                    McpSchema.METHOD_NOTIFICATION_PROMPTS_LIST_CHANGED ->
                    events.changed();
            case McpSchema.METHOD_NOTIFICATION_RESOURCES_UPDATED -> {
                if (notification.params() instanceof Map<?, ?> params && params.get("uri") instanceof String uri
                        && subscribed.contains(uri)) {
                    events.updated(uri);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void progressed(ProgressNotification told) {
        CallRelay.RunningCall call = told.progressToken() == null ? null : running.get(told.progressToken());
        if (call != null) {
            call.relay().tell(told);
        }
    }

    /**
     * Returns the relay of the call on whose stream the message came. Without such a stream, returns the relay of the only running call,
     * and null while several calls run: a log message or question does not name its call.
     */
    private CallRelay relay(ContextView context) {
        CallRelay.RunningCall own = context.getOrDefault(CallRelay.RunningCall.class, null);
        if (own != null) {
            return own.relay();
        }
        List<CallRelay.RunningCall> all = List.copyOf(running.values());
        return all.size() == 1 ? all.get(0).relay() : null;
    }

    private void answer(JSONRPCRequest asked, InputRequest.InputKind kind, CallRelay relay) {
        ObjectNode params = json.convertValue(asked.params() == null ? Map.of() : asked.params(), ObjectNode.class);
        CompletableFuture<ObjectNode> answer = relay == null
                ? CompletableFuture.failedFuture(
                        new IllegalStateException("The gateway can't tell which of its calls this question belongs to"))
                : relay.ask(kind, params);
        answer.whenComplete((result, failure) -> {
            JSONRPCResponse response = failure == null ? JSONRPCResponse.result(asked.id(), result)
                    : JSONRPCResponse.error(asked.id(),
                            new JSONRPCError(McpSchema.ErrorCodes.INTERNAL_ERROR, String.valueOf(failure.getMessage())));
            super.sendMessage(response).subscribe(sent -> {},
                    unsent -> LOG.debug("Answer to upstream server not sent server={}", name, unsent));
        });
    }

    /**
     * The log level of a server on one connection. Several clients may share the connection, so the server gets the most talkative level
     * that they have asked for, and keeps its own until a client asks. The gateway filters the messages for each client.
     */
    static final class ServerLogLevel {

        private static final Logger LOG = LoggerFactory.getLogger(ServerLogLevel.class);
        /** A call waits no longer for the server to take the level. */
        private static final Duration LONGEST = Duration.ofSeconds(2);

        private final String name;
        private final McpAsyncClient client;
        private final Supplier<LogLevel> wanted;
        private LogLevel level;
        private CompletableFuture<Object> sending = CompletableFuture.completedFuture("");

        /** @param wanted returns the level that clients of running calls have asked for; null if none has */
        ServerLogLevel(String name, McpAsyncClient client, Supplier<LogLevel> wanted) {
            this.name = name;
            this.client = client;
            this.wanted = wanted;
        }

        /** Sends the level if the server has another one. Completes when the server has answered, also if it refused the level. */
        synchronized Mono<Void> set() {
            LogLevel asked = wanted.get();
            LogLevel next = asked == null && level != null ? LogLevel.DEFAULT : asked;
            if (next != null && next != level) {
                level = next;
                sending = client.setLoggingLevel(LoggingLevel.valueOf(next.name())).cast(Object.class).timeout(LONGEST)
                        .subscribeOn(Schedulers.boundedElastic())
                        .onErrorResume(refused -> {
                            LOG.debug("Upstream log level not set server={} level={}", name, next, refused);
                            return Mono.empty();
                        }).toFuture();
            }
            return Mono.fromFuture(sending, true).then();
        }

        /** The server has lost its session, and with it the level. */
        synchronized void forget() {
            level = null;
        }
    }
}
