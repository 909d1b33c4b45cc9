package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.source.mcp.CallRelay.RunningCall;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A session with a server up to MCP 2025-11-25. A tool that runs as a task only ({@code taskSupport: required}) is called with {@code
 * task}, and the answer of the call is that of {@code tasks/result}, which waits for the end of the task and brings its questions. A tool
 * that may or may not be a task is called without one.
 */
final class LegacySession extends ServerSession {

    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String RELATED = "io.modelcontextprotocol/related-task";
    /** So that the server keeps a task no longer than somebody can wait for it. */
    private static final Duration SPARE = Duration.ofMinutes(1);
    private static final int MOST_TOOLS = 10_000;

    /** Names of tools that are tasks only. */
    private final Set<String> required = ConcurrentHashMap.newKeySet();
    /** Tasks whose calls wait. */
    private final Set<String> tasks = ConcurrentHashMap.newKeySet();
    private volatile boolean listed;

    LegacySession(Transport transport, ObjectNode self, Duration longest, BiConsumer<ObjectNode, RunningCall> messages) {
        super(transport, self, longest, messages);
    }

    @Override
    CompletableFuture<ServerSession> open() {
        ObjectNode params = params().put("protocolVersion", VERSIONS.get(VERSIONS.size() - 1));
        ObjectNode capabilities = params.putObject("capabilities");
        capabilities.putObject("roots").put("listChanged", false);
        capabilities.putObject("sampling");
        capabilities.putObject("elicitation");
        params.set("clientInfo", self);
        return send("initialize", params, new RunningCall(CallRelay.NOBODY)).thenCompose(answer -> {
            String version = answer.path("result").path("protocolVersion").asText();
            if (!VERSIONS.contains(version)) {
                throw new IllegalStateException(answer.path("error").path("message").asText("it speaks the revision " + version));
            }
            opened = (ObjectNode) answer.get("result");
            return transport.tell(Transport.notification("notifications/initialized", null));
        }).thenApply(told -> this);
    }

    @Override
    CompletableFuture<ObjectNode> ask(String method, ObjectNode params, RunningCall call) {
        if (!method.equals("tools/call") || capabilities().at("/tasks/requests/tools/call").isMissingNode()) {
            return send(method, params, call);
        }
        CompletableFuture<Void> known = listed ? CompletableFuture.completedFuture(null) : learnTools().thenRun(() -> listed = true);
        return known.thenCompose(any -> required.contains(params.path("name").asText()) ? run(params, call) : send(method, params, call));
    }

    @Override
    void learn(JsonNode page) {
        page.path("tools").forEach(tool -> {
            String name = tool.path("name").asText();
            if (tool.path("execution").path("taskSupport").asText().equals("required") && required.size() < MOST_TOOLS) {
                required.add(name);
            } else {
                required.remove(name);
            }
        });
        listed |= !page.hasNonNull("nextCursor");
    }

    @Override
    CompletableFuture<ObjectNode> send(String method, ObjectNode params, RunningCall call) {
        if (call.isCancelled()) {
            return CompletableFuture.failedFuture(new CancellationException());
        }
        String id = newId();
        call.onCancel(reason -> transport.tell(
                Transport.notification("notifications/cancelled", params().put("requestId", id).put("reason", reason))));
        return send(id, method, params, null, call).orTimeout(longest.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Calls a tool as a task, and returns the task's result as the answer of the call. */
    private CompletableFuture<ObjectNode> run(ObjectNode params, RunningCall call) {
        ObjectNode asTask = params.deepCopy();
        asTask.putObject("task").put("ttl", longest.plus(SPARE).toMillis());
        return send("tools/call", asTask, call).thenCompose(first -> {
            String task = first.path("result").path("task").path("taskId").textValue();
            if (task == null) {
                return CompletableFuture.completedFuture(first); // an error, or a server that did not make a task of it
            }
            tasks.add(task);
            CompletableFuture<ObjectNode> result = send(newId(), "tasks/result", params().put("taskId", task), null, call)
                    .orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS);
            call.onCancel(reason -> { // a task is cancelled by its own request, not by the notification
                end(task);
                result.cancel(false);
            });
            return result.whenComplete((answer, failure) -> tasks.remove(task)).thenApply(LegacySession::plain);
        });
    }

    private CompletableFuture<ObjectNode> end(String task) {
        return send("tasks/cancel", params().put("taskId", task), new RunningCall(CallRelay.NOBODY));
    }

    /** Returns the answer without what links it to a task of the server. */
    private static ObjectNode plain(ObjectNode answer) {
        if (answer.path("result").get("_meta") instanceof ObjectNode meta && meta.remove(RELATED) != null && meta.isEmpty()) {
            ((ObjectNode) answer.get("result")).remove("_meta");
        }
        return answer;
    }

    @Override
    List<CompletableFuture<?>> endTasks() {
        return tasks.stream().<CompletableFuture<?>>map(this::end).toList();
    }
}
