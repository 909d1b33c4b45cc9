package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One request to a server of MCP 2026-07-28, with all its rounds. If the server needs input, its client is asked, and the request is sent
 * again with the answers. If the server goes on with a task, the task is watched until it ends.
 */
final class ModernRequest {

    private static final int MOST_ROUNDS = 20;
    private static final long SHORTEST_PAUSE = 100;
    private static final long LONGEST_PAUSE = 10_000;
    private static final long USUAL_PAUSE = 1_000;
    private static final int UNKNOWN_HEADERS = -32020;

    private final ModernSession server;
    private final String method;
    private final ObjectNode params;
    private final CallRelay.RunningCall call;
    private int rounds;
    private volatile CompletableFuture<ObjectNode> sent;
    private volatile String task;
    private volatile boolean cancelled;

    ModernRequest(ModernSession server, String method, ObjectNode params, CallRelay.RunningCall call) {
        this.server = server;
        this.method = method;
        this.params = params;
        this.call = call;
    }

    /** Returns the last answer, a result or an error of JSON-RPC. Fails if the server can't be reached, or the client can't be asked. */
    CompletableFuture<ObjectNode> run() {
        boolean mayLackHeaders = method.equals("tools/call") && !server.knows(params.path("name").asText());
        return send(method, params)
                .thenCompose(answer -> mayLackHeaders && answer.path("error").path("code").asInt() == UNKNOWN_HEADERS
                        ? server.learnTools().thenCompose(learnt -> send(method, params)) : CompletableFuture.completedFuture(answer))
                .thenCompose(this::goOn);
    }

    /** Ends the request. Returns what is complete when the server knows that nobody waits for its task. */
    CompletableFuture<?> cancel() {
        cancelled = true;
        CompletableFuture<?> ended = task == null ? CompletableFuture.completedFuture(null) : endTask();
        if (sent != null) {
            sent.cancel(false);
        }
        return ended;
    }

    private CompletableFuture<ObjectNode> endTask() {
        return server.askAside("tasks/cancel", params("taskId", task), call.relay());
    }

    private CompletableFuture<ObjectNode> send(String next, ObjectNode nextParams) {
        if (cancelled || ++rounds > MOST_ROUNDS && task == null) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    cancelled ? "The call was cancelled" : "The server asked for input more than " + MOST_ROUNDS + " times"));
        }
        sent = server.post(next, nextParams, call);
        if (cancelled) { // meanwhile
            sent.cancel(false);
        }
        return sent;
    }

    private CompletableFuture<ObjectNode> goOn(ObjectNode answer) {
        if (answer.hasNonNull("error")) {
            return CompletableFuture.completedFuture(answer);
        }
        ObjectNode result = result(answer);
        return switch (result.path("resultType").asText("complete")) {
            case "input_required" -> ask(result, answers -> {
                ObjectNode again = params.deepCopy();
                again.set("inputResponses", answers);
                if (result.hasNonNull("requestState")) {
                    again.set("requestState", result.get("requestState"));
                }
                return send(method, again).thenCompose(this::goOn);
            });
            case "task" -> {
                task = result.path("taskId").asText();
                yield watch(result);
            }
            default -> CompletableFuture.completedFuture(ModernSession.answer(server.plain(result)));
        };
    }

    /**
     * Asks the client, and goes on with its answers. If it can't be asked, or only in another request, the call ends with an error. The
     * server stays connected.
     */
    private CompletableFuture<ObjectNode> ask(ObjectNode result, Function<ObjectNode, CompletableFuture<ObjectNode>> next) {
        Map<String, JsonNode> questions = new LinkedHashMap<>();
        result.path("inputRequests").properties().forEach(asked -> questions.put(asked.getKey(), asked.getValue()));
        return call.relay().ask(questions).handle((answers, failure) -> {
            if (failure == null) {
                return next.apply(ServerSession.params().setAll(answers));
            }
            if (task != null) {
                endTask();
            }
            String reason = String.valueOf(UpstreamConnection.root(failure).getMessage());
            return CompletableFuture.completedFuture(ModernSession.error(-32603, reason));
        }).thenCompose(Function.identity());
    }

    /** Asks for the task again and again, with the pauses that the server wants. */
    private CompletableFuture<ObjectNode> watch(ObjectNode state) {
        switch (state.path("status").asText()) {
            case "completed" -> {
                return goOn(ModernSession.answer(state.path("result")));
            }
            case "failed" -> {
                return CompletableFuture.completedFuture(ModernSession.error(state.path("error").path("code").asInt(-32603),
                        state.path("error").path("message").asText("The task failed")));
            }
            case "cancelled" -> {
                return CompletableFuture.completedFuture(ModernSession.error(-32603, "The server cancelled the task"));
            }
            case "input_required" -> {
                if (!state.path("inputRequests").isEmpty()) {
                    return ask(state, answers -> {
                        ObjectNode update = params("taskId", task);
                        update.set("inputResponses", answers);
                        return send("tasks/update", update).thenCompose(
                                taken -> !taken.hasNonNull("error") ? look(SHORTEST_PAUSE) : CompletableFuture.completedFuture(taken));
                    });
                }
                return look(USUAL_PAUSE);
            }
            default -> {
                return look(state.path("pollIntervalMs").asLong(USUAL_PAUSE));
            }
        }
    }

    private CompletableFuture<ObjectNode> look(long pause) {
        Executor later = CompletableFuture.delayedExecutor(Math.max(SHORTEST_PAUSE, Math.min(pause, LONGEST_PAUSE)), TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> params("taskId", task), later).thenCompose(params -> send("tasks/get", params))
                .thenCompose(
                        answer -> !answer.hasNonNull("error") ? watch(result(answer)) : CompletableFuture.completedFuture(answer));
    }

    private static ObjectNode result(ObjectNode answer) {
        return answer.get("result") instanceof ObjectNode result ? result : ServerSession.params();
    }

    private static ObjectNode params(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }
}
