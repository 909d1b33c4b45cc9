package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.source.mcp.CallRelay.RunningCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** Speaks one era of MCP with a server. */
abstract class ServerSession {

    private static final long TO_END_TASKS_SECONDS = 2;
    private static final int MOST_PAGES = 1_000;

    final Transport transport;
    /** The name and version of the gateway. */
    final ObjectNode self;
    /** Time after which nobody waits for an answer. */
    final Duration longest;
    /** Receives what comes besides answers, with the call on whose stream it came. */
    final BiConsumer<ObjectNode, RunningCall> messages;
    volatile ObjectNode opened = JsonNodeFactory.instance.objectNode();

    ServerSession(Transport transport, ObjectNode self, Duration longest, BiConsumer<ObjectNode, RunningCall> messages) {
        this.transport = transport;
        this.self = self;
        this.longest = longest;
        this.messages = messages;
    }

    /** Begins the session. Fails with an {@link IllegalStateException} if the server does not speak this era. */
    abstract CompletableFuture<ServerSession> open();

    /** Sends a request, with all its rounds. Returns the last answer, a result or an error of JSON-RPC. */
    abstract CompletableFuture<ObjectNode> ask(String method, ObjectNode params, RunningCall call);

    /** Sends one message of a request. */
    abstract CompletableFuture<ObjectNode> send(String method, ObjectNode params, RunningCall call);

    /** Takes the definitions of tools, of one page. */
    abstract void learn(JsonNode page);

    /** Tells the server that nobody waits for its tasks. */
    abstract List<CompletableFuture<?>> endTasks();

    JsonNode capabilities() {
        return opened.path("capabilities");
    }

    /** Returns what the server says of itself. */
    JsonNode info() {
        return opened.path("serverInfo");
    }

    /** @param mirrored headers of a request of MCP 2026-07-28; null for a former revision */
    CompletableFuture<ObjectNode> send(String id, String method, ObjectNode params, Map<String, String> mirrored, RunningCall call) {
        return transport.ask(Transport.request(id, method, params), mirrored, told -> messages.accept(told, call));
    }

    /** Sends a request that is no call of a client, and ends it when its time is over. */
    CompletableFuture<ObjectNode> askAside(String method, ObjectNode params, CallRelay relay) {
        RunningCall call = new RunningCall(relay);
        return send(method, params, call).orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).whenComplete((answer, failure) -> {
            if (failure instanceof TimeoutException) {
                call.cancel("it took more than " + longest.toMillis() + " ms");
            }
        });
    }

    /** Reads the tools. Their definitions say how they are called. */
    CompletableFuture<Void> learnTools() {
        return learnTools(null, 0);
    }

    private CompletableFuture<Void> learnTools(String cursor, int pages) {
        return askAside("tools/list", cursor == null ? params() : params().put("cursor", cursor), CallRelay.NOBODY).thenCompose(page -> {
            learn(page.path("result"));
            String next = page.path("result").path("nextCursor").textValue();
            return next == null || next.equals(cursor) || pages == MOST_PAGES ? CompletableFuture.completedFuture(null)
                    : learnTools(next, pages + 1);
        });
    }

    void close() {
        CompletableFuture.allOf(endTasks().toArray(CompletableFuture<?>[]::new)).orTimeout(TO_END_TASKS_SECONDS, TimeUnit.SECONDS)
                .whenComplete((ended, late) -> transport.close());
    }

    static String newId() {
        return UUID.randomUUID().toString();
    }

    static ObjectNode params() {
        return JsonNodeFactory.instance.objectNode();
    }
}
