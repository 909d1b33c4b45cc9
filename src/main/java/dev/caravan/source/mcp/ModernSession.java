package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.Headers;
import dev.caravan.source.mcp.CallRelay.RunningCall;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Speaks MCP 2026-07-28. Each request carries revision, client and the capabilities of the client that calls. The stream of {@code
 * subscriptions/listen} takes the place of the session.
 */
final class ModernSession extends ServerSession {

    static final String REVISION = "2026-07-28";
    private static final String TASKS = "io.modelcontextprotocol/tasks";
    private static final int UNSUPPORTED_VERSION = -32022;
    /** The answer of a gateway that stops, for example, and of a server that may do better later. */
    private static final int INTERNAL_ERROR = -32603;
    private static final long LONGEST_PAUSE_SECONDS = 60;
    private static final Set<String> MARKS = Set.of("resultType", "ttlMs", "cacheScope");

    private final ModernHeaders headers = new ModernHeaders();
    private final Set<ModernRequest> running = ConcurrentHashMap.newKeySet();
    private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile CompletableFuture<ObjectNode> listening;
    private int failures;

    ModernSession(Transport transport, ObjectNode self, Duration longest, BiConsumer<ObjectNode, RunningCall> messages) {
        super(transport, self, longest, messages);
    }

    /** Asks what the server is. */
    @Override
    CompletableFuture<ServerSession> open() {
        return discover().thenCompose(answer -> isMistaken(answer) ? discover() : CompletableFuture.completedFuture(answer))
                .thenApply(answer -> {
            JsonNode found = answer.path("result");
            if (!has(found.path("supportedVersions"), REVISION)) {
                throw new IllegalStateException("the server does not speak " + REVISION);
            }
            opened = params();
            opened.set("capabilities", found.path("capabilities"));
            opened.set("serverInfo", found.path("_meta").path(Headers.META_SERVER_INFO));
            listen();
            return this;
        });
    }

    private CompletableFuture<ObjectNode> discover() {
        return askAside("server/discover", params(), CallRelay.NOBODY);
    }

    /** Whether the server refused the revision, and named it as one that it speaks. */
    private static boolean isMistaken(ObjectNode answer) {
        return answer.path("error").path("code").asInt() == UNSUPPORTED_VERSION && has(answer.at("/error/data/supported"), REVISION);
    }

    private static boolean has(JsonNode texts, String text) {
        return texts.valueStream().anyMatch(each -> each.asText().equals(text));
    }

    @Override
    CompletableFuture<ObjectNode> ask(String method, ObjectNode params, RunningCall call) {
        switch (method) {
            case "ping" -> {
                return discover().thenApply(any -> answer(params()));
            }
            case "resources/subscribe", "resources/unsubscribe" -> {
                String uri = params.path("uri").asText();
                if (method.equals("resources/subscribe") ? subscribed.add(uri) : subscribed.remove(uri)) {
                    listen();
                }
                return CompletableFuture.completedFuture(answer(params()));
            }
            case "logging/setLevel" -> { // each request names its own level
                return CompletableFuture.completedFuture(answer(params()));
            }
            default -> {
                ModernRequest request = new ModernRequest(this, method, params, call);
                running.add(request);
                call.onCancel(reason -> request.cancel());
                if (closed) {
                    request.cancel();
                }
                return request.run().whenComplete((answer, failure) -> running.remove(request));
            }
        }
    }

    static ObjectNode answer(JsonNode result) {
        return params().set("result", result);
    }

    static ObjectNode error(int code, String message) {
        return params().set("error", params().put("code", code).put("message", message));
    }

    @Override
    CompletableFuture<ObjectNode> send(String method, ObjectNode params, RunningCall call) {
        CompletableFuture<ObjectNode> answer = post(method, params, call);
        call.onCancel(reason -> answer.cancel(false));
        return answer;
    }

    /** Sends one message of a request, with the headers and marks of this revision. */
    CompletableFuture<ObjectNode> post(String method, ObjectNode params, RunningCall call) {
        return send(newId(), method, marked(params, call.relay()), headers.of(method, params), call);
    }

    boolean knows(String tool) {
        return headers.knows(tool);
    }

    @Override
    void learn(JsonNode page) {
        headers.learn(page);
    }

    /** Opens the stream of changes, in place of the former one. */
    private synchronized void listen() {
        CompletableFuture<ObjectNode> former = listening;
        ObjectNode wanted = params();
        for (String list : new String[] {"tools", "prompts", "resources"}) {
            if (capabilities().path(list).path("listChanged").asBoolean()) {
                wanted.put(list + "ListChanged", true);
            }
        }
        if (!subscribed.isEmpty()) {
            subscribed.forEach(wanted.putArray("resourceSubscriptions")::add);
        }
        listening = null;
        if (former != null) {
            former.cancel(false);
        }
        if (closed || wanted.isEmpty()) {
            return;
        }
        ObjectNode params = params().set("notifications", wanted);
        CompletableFuture<ObjectNode> own = transport.ask(Transport.request(newId(), "subscriptions/listen",
                marked(params, CallRelay.NOBODY)), headers.of("subscriptions/listen", params), this::changed);
        listening = own;
        own.whenComplete((answer, failure) -> listenAgain(own,
                answer != null && answer.hasNonNull("error") && answer.path("error").path("code").asInt() != INTERNAL_ERROR));
    }

    private void changed(ObjectNode notification) {
        failures = 0;
        messages.accept(notification, null);
    }

    /** Opens the stream again after it has ended, unless another one took its place. What changed meanwhile is read then. */
    private synchronized void listenAgain(CompletableFuture<ObjectNode> ended, boolean refused) {
        if (closed || refused || ended != listening) {
            return;
        }
        long pause = Math.min(LONGEST_PAUSE_SECONDS, 1L << Math.min(failures++, 10));
        CompletableFuture.delayedExecutor(pause, TimeUnit.SECONDS).execute(() -> {
            if (!closed && ended == listening) {
                listen();
                messages.accept(Transport.notification("notifications/tools/list_changed", null), null);
            }
        });
    }

    /** Returns the params with what each request says of revision, client and its capabilities. */
    private ObjectNode marked(ObjectNode params, CallRelay relay) {
        ObjectNode own = params.deepCopy();
        ObjectNode meta = own.withObjectProperty("_meta");
        meta.put(Headers.META_PROTOCOL_VERSION, REVISION);
        meta.set("io.modelcontextprotocol/clientInfo", self);
        ObjectNode client = relay.input() == null ? params() : relay.input().capabilities().declared().deepCopy();
        client.putObject("extensions").putObject(TASKS);
        meta.set(Headers.META_CLIENT_CAPABILITIES, client);
        if (relay.log() != null) {
            meta.put(Headers.META_LOG_LEVEL, "debug");
        }
        return own;
    }

    /** Returns the result without what only this revision has. */
    ObjectNode plain(ObjectNode result) {
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
        return plain;
    }

    /** Ends all requests, and the stream of changes. */
    @Override
    List<CompletableFuture<?>> endTasks() {
        closed = true;
        List<CompletableFuture<?>> ends = running.stream().<CompletableFuture<?>>map(ModernRequest::cancel).toList();
        running.clear();
        if (listening != null) {
            listening.cancel(false);
        }
        return ends;
    }
}
