package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Calls tools that a server of MCP 2025-11-25 runs as tasks only ({@code taskSupport: required}). A call is sent with {@code task}, and its
 * answer is that of {@code tasks/result}, which waits for the end of the task and brings its questions. A tool that may or may not be a
 * task is called without one. To a server that does not declare tasks, everything is passed on unchanged.
 */
final class LegacyTasks extends PassingTransport {

    private static final Logger LOG = LoggerFactory.getLogger(LegacyTasks.class);
    private static final String RELATED = "io.modelcontextprotocol/related-task";
    /** Tells the state of a task, which nobody needs who waits for its result. */
    private static final String STATUS = "notifications/tasks/status";
    private static final String CANCELLED = "notifications/cancelled";
    /** So that the server keeps a task no longer than somebody can wait for it. */
    private static final Duration SPARE = Duration.ofMinutes(1);
    private static final Duration TO_END_TASKS = Duration.ofSeconds(2);
    private static final int MOST_PAGES = 1_000;
    private static final int MOST_TOOLS = 10_000;

    private final String name;
    private final McpJsonMapper json;
    private final Duration longest;
    /** Names of tools that are tasks only. */
    private final Set<String> required = ConcurrentHashMap.newKeySet();
    private final Map<Object, TaskCall> calls = new ConcurrentHashMap<>();
    /** Requests of this class that wait for their answers. */
    private final Map<Object, CompletableFuture<JSONRPCResponse>> own = new ConcurrentHashMap<>();
    private final Set<Object> lists = ConcurrentHashMap.newKeySet();
    private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler = Function.identity();
    private volatile Object initialize;
    private volatile boolean declares;
    /** Whether the tools of this connection are known. */
    private volatile boolean listed;

    /** @param longest time after which nobody waits for an answer */
    LegacyTasks(String name, McpClientTransport transport, McpJsonMapper json, Duration longest) {
        super(transport);
        this.name = name;
        this.json = json;
        this.longest = longest;
    }

    /** A call as a task. */
    private static final class TaskCall {

        /** Completes with the first answer, which names the task. */
        private final CompletableFuture<JSONRPCResponse> first = new CompletableFuture<>();
        private volatile String task;
        /** Id of the request for the result. */
        private volatile Object result;
        private volatile boolean cancelled;
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        this.handler = handler;
        return super.connect(incoming -> incoming.flatMap(message -> message instanceof JSONRPCResponse response && isTaken(response)
                || message instanceof JSONRPCNotification notification && notification.method().equals(STATUS) ? Mono.empty()
                        : handler.apply(Mono.just(message))));
    }

    private boolean isTaken(JSONRPCResponse response) {
        if (response.id() == null) {
            return false;
        }
        if (response.id().equals(initialize) && response.error() == null) {
            declares = member(response.result(), "capabilities", "tasks", "requests", "tools", "call") != null;
            listed = false;
            required.clear();
        } else if (lists.remove(response.id())) {
            learn(response);
        }
        CompletableFuture<JSONRPCResponse> waiting = own.remove(response.id());
        if (waiting != null) {
            waiting.complete(response);
            return true;
        }
        TaskCall call = calls.get(response.id());
        return call != null && call.first.complete(response);
    }

    private static Object member(Object value, String... path) {
        Object at = value;
        for (String step : path) {
            at = at instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return at;
    }

    private void learn(JSONRPCResponse page) {
        if (member(page.result(), "tools") instanceof List<?> tools) {
            for (Object tool : tools) {
                if (member(tool, "name") instanceof String known) {
                    if ("required".equals(member(tool, "execution", "taskSupport")) && required.size() < MOST_TOOLS) {
                        required.add(known);
                    } else {
                        required.remove(known);
                    }
                }
            }
            listed |= member(page.result(), "nextCursor") == null;
        }
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        if (message instanceof JSONRPCRequest request) {
            if (request.method().equals(McpSchema.METHOD_INITIALIZE)) {
                initialize = request.id();
            } else if (declares && request.method().equals(McpSchema.METHOD_TOOLS_LIST)) {
                lists.add(request.id());
            } else if (declares && request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
                ObjectNode params = json.convertValue(request.params(), ObjectNode.class);
                return (listed ? Mono.<Void>empty() : list(null, 0))
                        .then(Mono.defer(
                                () -> required.contains(params.path("name").asText()) ? run(request, params) : super.sendMessage(request)));
            }
        } else if (message instanceof JSONRPCNotification notification && notification.method().equals(CANCELLED)
                && member(notification.params(), "requestId") != null) {
            TaskCall call = calls.get(member(notification.params(), "requestId"));
            if (call != null) {
                return cancel(call, notification);
            }
        }
        return super.sendMessage(message);
    }

    /** Reads the tools, which say whether they are tasks. */
    private Mono<Void> list(Object cursor, int pages) {
        return ask(McpSchema.METHOD_TOOLS_LIST, cursor == null ? Map.of() : Map.of("cursor", cursor), null).doOnNext(this::learn)
                .flatMap(page -> {
            Object next = member(page.result(), "nextCursor");
            listed |= next == null || pages == MOST_PAGES;
            return listed ? Mono.empty() : list(next, pages + 1);
        });
    }

    /** Calls a tool as a task, and hands out the task's result as the answer of the call. */
    private Mono<Void> run(JSONRPCRequest request, ObjectNode params) {
        TaskCall call = new TaskCall();
        calls.put(request.id(), call);
        params.putObject("task").put("ttl", longest.plus(SPARE).toMillis());
        return super.sendMessage(new JSONRPCRequest(request.method(), request.id(), params))
                .then(Mono.fromFuture(call.first, true).timeout(longest))
                .flatMap(first -> goOn(call, first))
                .flatMap(answer -> handler.apply(Mono.just(answer.error() == null ? JSONRPCResponse.result(request.id(), answer.result())
                        : JSONRPCResponse.error(request.id(), answer.error()))))
                .then()
                .doFinally(over -> calls.remove(request.id()));
    }

    private Mono<JSONRPCResponse> goOn(TaskCall call, JSONRPCResponse first) {
        if (!(member(first.result(), "task", "taskId") instanceof String task)) {
            return Mono.just(first); // an error, or a server that did not make a task of it
        }
        call.task = task;
        if (call.cancelled) {
            return end(call).then(Mono.empty());
        }
        return ask("tasks/result", Map.of("taskId", task), call).map(LegacyTasks::plain);
    }

    /** Returns the result without what links it to a task of the server. */
    private static JSONRPCResponse plain(JSONRPCResponse answer) {
        if (!(answer.result() instanceof Map<?, ?> result) || !(result.get("_meta") instanceof Map<?, ?> meta)
                || !meta.containsKey(RELATED)) {
            return answer;
        }
        Map<Object, Object> left = new HashMap<>(meta);
        left.remove(RELATED);
        Map<Object, Object> plain = new HashMap<>(result);
        if (left.isEmpty()) {
            plain.remove("_meta");
        } else {
            plain.put("_meta", left);
        }
        return JSONRPCResponse.result(answer.id(), plain);
    }

    /** Sends a request of this class. The Mono is empty if its call is cancelled. */
    private Mono<JSONRPCResponse> ask(String method, Map<String, Object> params, TaskCall call) {
        return Mono.defer(() -> {
            String id = "task-" + UUID.randomUUID();
            CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
            own.put(id, answer);
            if (call != null) {
                call.result = id;
            }
            return super.sendMessage(new JSONRPCRequest(method, id, params)).then(Mono.fromFuture(answer, true)).timeout(longest)
                    .doFinally(over -> own.remove(id));
        });
    }

    /** Ends a call that nobody waits for. A task is cancelled by its own request, not by the notification. */
    private Mono<Void> cancel(TaskCall call, JSONRPCNotification notification) {
        call.cancelled = true;
        return call.task == null ? super.sendMessage(notification) : end(call); // a task that comes nevertheless ends then
    }

    private Mono<Void> end(TaskCall call) {
        Object waiting = call.result;
        CompletableFuture<JSONRPCResponse> answer = waiting == null ? null : own.remove(waiting);
        if (answer != null) {
            answer.complete(null);
        }
        return ask("tasks/cancel", Map.of("taskId", call.task), null).onErrorResume(failure -> {
            LOG.debug("Upstream task not cancelled server={}", name, failure);
            return Mono.empty();
        }).then();
    }

    /** Tells the server that nobody waits for its tasks, and closes the connection. */
    @Override
    public Mono<Void> closeGracefully() {
        List<Mono<Void>> ends = calls.values().stream().filter(call -> call.task != null).map(this::end).toList();
        calls.clear();
        return Mono.when(ends).timeout(TO_END_TASKS, Mono.empty()).then(super.closeGracefully());
    }
}
