package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Headers;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Lets the SDK's client, which speaks revisions up to 2025-11-25, use a server of MCP 2026-07-28. Each request carries revision, client and
 * the capabilities of the client that calls. The stream of {@code subscriptions/listen} takes the place of the session.
 */
final class ModernTransport {

    static final String REVISION = "2026-07-28";

    private static final String TASKS = "io.modelcontextprotocol/tasks";
    private static final int UNSUPPORTED_VERSION = -32022;
    /** The answer of a gateway that stops, for example, and of a server that may do better later. */
    private static final int INTERNAL_ERROR = -32603;
    private static final long LONGEST_PAUSE_SECONDS = 60;
    private static final long TO_END_TASKS_SECONDS = 2;
    private static final Set<String> MARKS = Set.of("resultType", "ttlMs", "cacheScope");

    private final Wire wire;
    private final McpJsonMapper json;
    private final McpSchema.Implementation self;
    private final Duration longest;
    private final ModernHeaders headers = new ModernHeaders();
    private final Map<Object, ModernRequest> running = new ConcurrentHashMap<>();
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler = Function.identity();
    private volatile JsonNode capabilities = JsonNodeFactory.instance.objectNode();
    private volatile boolean closed;
    private volatile String listening;
    private int failures;

    /** @param longest time after which nobody waits for an answer */
    ModernTransport(Wire wire, McpJsonMapper json, McpSchema.Implementation self, Duration longest) {
        this.wire = wire;
        this.json = json;
        this.self = self;
        this.longest = longest;
    }

    void handler(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> given) {
        handler = given;
    }

    /** Asks what the server is. The result is that of {@code initialize}, for the SDK. Fails if the server does not speak this revision. */
    CompletableFuture<ObjectNode> discover() {
        return ask().thenCompose(answer -> isMistaken(answer) ? ask() : CompletableFuture.completedFuture(answer)).thenApply(answer -> {
            ObjectNode found = answer.error() == null ? json(answer.result()) : JsonNodeFactory.instance.objectNode();
            boolean speaks = false;
            for (JsonNode version : found.path("supportedVersions")) {
                speaks |= version.asText().equals(REVISION);
            }
            if (!speaks) {
                throw new IllegalStateException("the server does not speak " + REVISION);
            }
            capabilities = found.path("capabilities");
            ObjectNode initialized = JsonNodeFactory.instance.objectNode().put("protocolVersion", ProtocolVersions.MCP_2025_11_25);
            initialized.set("capabilities", capabilities.isObject() ? capabilities : JsonNodeFactory.instance.objectNode());
            JsonNode info = found.path("_meta").path(Headers.META_SERVER_INFO);
            initialized.set("serverInfo",
                    info.isObject() ? info : JsonNodeFactory.instance.objectNode().put("name", "unnamed").put("version", REVISION));
            if (found.hasNonNull("instructions")) {
                initialized.set("instructions", found.get("instructions"));
            }
            return initialized;
        });
    }

    private CompletableFuture<JSONRPCResponse> ask() {
        return ask("server/discover", JsonNodeFactory.instance.objectNode(), CallRelay.NOBODY);
    }

    /** Sends a request that is no call of a client, and ends it when its time is over. */
    CompletableFuture<JSONRPCResponse> ask(String method, ObjectNode params, CallRelay relay) {
        AtomicReference<String> sent = new AtomicReference<>();
        return send(method, params, relay, told -> {}, sent::set).orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> {
            if (failure != null) {
                wire.cancel(sent.get());
            }
        });
    }

    /** Whether the server refused the revision, and named it as one that it speaks. */
    private boolean isMistaken(JSONRPCResponse answer) {
        return answer.error() != null && answer.error().code() == UNSUPPORTED_VERSION && answer.error().data() instanceof Map<?, ?> data
                && data.get("supported") instanceof List<?> versions && versions.contains(REVISION);
    }

    Mono<Void> sendMessage(JSONRPCMessage message) {
        if (message instanceof JSONRPCRequest request) {
            return Mono.deferContextual(context -> Mono.fromFuture(answer(request,
                    context.<CallRelay.RunningCall>getOrEmpty(CallRelay.RunningCall.class).orElse(null))));
        }
        if (message instanceof JSONRPCNotification notification) {
            told(notification);
        }
        return Mono.empty();
    }

    private void told(JSONRPCNotification notification) {
        if (notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
            listen();
        } else if (notification.params() instanceof Map<?, ?> params && params.get("requestId") != null) {
            ModernRequest request = running.remove(params.get("requestId"));
            if (request != null) {
                request.cancel();
            }
        }
    }

    private CompletableFuture<Void> answer(JSONRPCRequest request, CallRelay.RunningCall call) {
        ObjectNode params = request.params() == null ? JsonNodeFactory.instance.objectNode() : json(request.params());
        switch (request.method()) {
            case McpSchema.METHOD_PING -> {
                return ask().thenCompose(answer -> deliver(request.id(), JSONRPCResponse.result("", Map.of()), call));
            }
            case McpSchema.METHOD_RESOURCES_SUBSCRIBE, McpSchema.METHOD_RESOURCES_UNSUBSCRIBE -> {
                boolean changed = request.method().equals(McpSchema.METHOD_RESOURCES_SUBSCRIBE)
                        ? subscribed.add(params.path("uri").asText()) : subscribed.remove(params.path("uri").asText());
                if (changed) {
                    listen();
                }
                return deliver(request.id(), JSONRPCResponse.result("", Map.of()), call);
            }
            case McpSchema.METHOD_LOGGING_SET_LEVEL -> { // each request names its own level
                return deliver(request.id(), JSONRPCResponse.result("", Map.of()), call);
            }
            default -> {
                ModernRequest modern = new ModernRequest(this, request.method(), params, call == null ? CallRelay.NOBODY : call.relay(),
                        told -> hand(told, call));
                running.put(request.id(), modern);
                if (closed) {
                    modern.cancel();
                }
                return modern.run().whenComplete((answer, failure) -> running.remove(request.id()))
                        .thenCompose(answer -> deliver(request.id(), answer, call));
            }
        }
    }

    private CompletableFuture<Void> deliver(Object id, JSONRPCResponse answer, CallRelay.RunningCall call) {
        hand(answer.error() == null ? JSONRPCResponse.result(id, answer.result()) : JSONRPCResponse.error(id, answer.error()), call);
        return CompletableFuture.completedFuture(null);
    }

    private void hand(JSONRPCMessage message, CallRelay.RunningCall call) {
        handler.apply(Mono.just(message)).contextWrite(context -> call == null ? context : call.in(context)).subscribe();
    }

    /** Opens the stream of changes, in place of the former one. */
    private synchronized void listen() {
        String former = listening;
        ObjectNode wanted = JsonNodeFactory.instance.objectNode();
        for (String list : new String[] {"tools", "prompts", "resources"}) {
            if (capabilities.path(list).path("listChanged").asBoolean()) {
                wanted.put(list + "ListChanged", true);
            }
        }
        if (!subscribed.isEmpty()) {
            subscribed.forEach(wanted.putArray("resourceSubscriptions")::add);
        }
        listening = UUID.randomUUID().toString();
        if (former != null) {
            wire.cancel(former);
        }
        if (closed || wanted.isEmpty()) {
            return;
        }
        String own = listening;
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("notifications", wanted);
        wire.send(own, "subscriptions/listen", marked(params, CallRelay.NOBODY), headers.of("subscriptions/listen", params), this::changed)
                .whenComplete((answer, failure) -> listenAgain(own,
                        answer != null && answer.error() != null && answer.error().code() != INTERNAL_ERROR));
    }

    private void changed(JSONRPCNotification notification) {
        failures = 0;
        hand(notification, null);
    }

    /** Opens the stream again after it has ended, unless another one took its place. What changed meanwhile is read then. */
    private synchronized void listenAgain(String ended, boolean refused) {
        if (closed || refused || !ended.equals(listening)) {
            return;
        }
        long pause = Math.min(LONGEST_PAUSE_SECONDS, 1L << Math.min(failures++, 10));
        CompletableFuture.delayedExecutor(pause, TimeUnit.SECONDS).execute(() -> {
            if (!closed && ended.equals(listening)) {
                listen();
                hand(new JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED), null);
            }
        });
    }

    /** @param onSend receives the id of the request before it is sent */
    CompletableFuture<JSONRPCResponse> send(String method, ObjectNode params, CallRelay relay, Consumer<JSONRPCNotification> told,
            Consumer<String> onSend) {
        String id = UUID.randomUUID().toString();
        onSend.accept(id);
        return wire.send(id, method, marked(params, relay), headers.of(method, params), told).whenComplete((answer, failure) -> {
            if (answer != null && answer.error() == null && method.equals(McpSchema.METHOD_TOOLS_LIST)) {
                headers.learn(json(answer.result()));
            }
        });
    }

    void cancel(String id) {
        wire.cancel(id);
    }

    boolean knows(String tool) {
        return headers.knows(tool);
    }

    /** Reads the tools, whose schemas say which headers a call needs. */
    CompletableFuture<Void> learnTools() {
        return learnTools(null);
    }

    private CompletableFuture<Void> learnTools(String cursor) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        return ask(McpSchema.METHOD_TOOLS_LIST, params, CallRelay.NOBODY).thenCompose(page -> {
            String next = page.error() == null ? json(page.result()).path("nextCursor").textValue() : null;
            return next == null || next.equals(cursor) ? CompletableFuture.completedFuture(null) : learnTools(next);
        });
    }

    /** Returns the params with what each request says of revision, client and its capabilities. */
    private ObjectNode marked(ObjectNode params, CallRelay relay) {
        ObjectNode own = params.deepCopy();
        ObjectNode meta = own.withObjectProperty("_meta");
        meta.put(Headers.META_PROTOCOL_VERSION, REVISION);
        meta.set("io.modelcontextprotocol/clientInfo", json(self));
        ObjectNode client = relay.input() == null ? JsonNodeFactory.instance.objectNode()
                : relay.input().capabilities().declared().deepCopy();
        client.putObject("extensions").putObject(TASKS);
        meta.set(Headers.META_CLIENT_CAPABILITIES, client);
        if (relay.log() != null) {
            meta.put(Headers.META_LOG_LEVEL, "debug");
        }
        return own;
    }

    ObjectNode json(Object value) {
        return value instanceof ObjectNode node ? node : json.convertValue(value, ObjectNode.class);
    }

    /** Returns the result without what only this revision has. */
    Map<?, ?> plain(ObjectNode result) {
        ObjectNode plain = result.deepCopy();
        plain.remove(MARKS);
        if (plain.get("tools") instanceof ArrayNode tools) {
            headers.removeInvalid(tools);
        }
        if (plain.get("_meta") instanceof ObjectNode meta) {
            meta.remove(Headers.META_SERVER_INFO);
            if (meta.isEmpty()) {
                plain.remove("_meta");
            }
        }
        return json.convertValue(plain, Map.class);
    }

    JSONRPCResponse error(int code, String message) {
        return JSONRPCResponse.error("", new JSONRPCError(code, message));
    }

    /** Ends all requests, and tells the server that nobody waits for their tasks. */
    void close() {
        closed = true;
        CompletableFuture<?>[] ends = running.values().stream().map(ModernRequest::cancel).toArray(CompletableFuture<?>[]::new);
        running.clear();
        String open = listening;
        if (open != null) {
            wire.cancel(open);
        }
        CompletableFuture.allOf(ends).orTimeout(TO_END_TASKS_SECONDS, TimeUnit.SECONDS).whenComplete((ended, late) -> wire.close());
    }

    /** Carries requests of MCP 2026-07-28 to a server. */
    interface Wire {

        /**
         * Sends a request.
         *
         * @param headers mirror parts of the body, on HTTP
         * @param told    receives the notifications that come on the stream of this request, before the answer
         * @return the answer, which may be a JSON-RPC error; fails if the server can't be reached, or does not speak this revision
         */
        CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> headers,
                Consumer<JSONRPCNotification> told);

        /** Tells the server that nobody waits for the answer to this request any more. */
        void cancel(String id);

        /** Ends all requests that are open, and takes no more. */
        void close();
    }
}
