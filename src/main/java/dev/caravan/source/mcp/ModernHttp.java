package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.Disposable;

/** Requests of MCP 2026-07-28 on HTTP: one POST each, whose answer is JSON or an event stream. A client that leaves cancels its request. */
final class ModernHttp implements ModernWire {

    private static final int OK = 200;
    /** Errors of a server that knows this revision. Another refusal comes from a server, or a proxy, that does not. */
    private static final Set<Integer> KNOWN = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);

    private static final long LEFT_OPEN_SECONDS = 1;

    private final HttpExchanges exchanges;
    private final McpJsonMapper json;
    private final Map<String, Disposable> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ModernHttp(HttpExchanges exchanges, McpJsonMapper json) {
        this.exchanges = exchanges;
        this.json = json;
    }

    @Override
    public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> mirrored, Consumer<JSONRPCNotification> told) {
        CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
        Map<String, String> headers = new LinkedHashMap<>(mirrored);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        String body;
        try {
            body = json.writeValueAsString(new JSONRPCRequest(method, id, params));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        Disposable exchange = exchanges.send("POST", headers, body, event -> {
            if (!event.data().isEmpty()) {
                take(id, OK, event.data(), told, answer);
            }
        }).doOnCancel(() -> answer.cancel(false)).doFinally(end -> open.remove(id)).subscribe(reply -> end(id, reply, told, answer), answer::completeExceptionally);
        open.put(id, exchange);
        if (closed) {
            exchange.dispose();
        }
        if (exchange.isDisposed()) {
            open.remove(id);
        }
        // some servers leave a stream open after its answer
        answer.whenComplete((response, failure) -> CompletableFuture.delayedExecutor(LEFT_OPEN_SECONDS, TimeUnit.SECONDS).execute(exchange::dispose));
        return answer;
    }

    /** After an answer, the completions do nothing. */
    private void end(String id, HttpExchanges.Answer reply, Consumer<JSONRPCNotification> told, CompletableFuture<JSONRPCResponse> answer) {
        try {
            if (!reply.wasStream()) {
                take(id, reply.status(), reply.text(), told, answer);
            }
            answer.completeExceptionally(new IllegalStateException(reply.status() == OK ? "its answer ended early" : HttpTransport.refusal(reply.status())));
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private void take(String id, int status, String text, Consumer<JSONRPCNotification> told, CompletableFuture<JSONRPCResponse> answer) {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, text);
        } catch (IOException | RuntimeException e) {
            throw status == OK ? new UncheckedIOException("its answer is not an MCP message", new IOException("not an MCP message", e)) : new IllegalStateException(HttpTransport.refusal(status));
        }
        if (message instanceof JSONRPCNotification notification && status == OK) {
            told.accept(notification);
        } else if (message instanceof JSONRPCResponse response) {
            boolean ours = status == OK ? id.equals(response.id()) : response.error() != null && KNOWN.contains(response.error().code());
            if (ours) {
                answer.complete(response);
            }
        }
    }

    @Override
    public void cancel(String id) {
        Disposable exchange = open.get(id);
        if (exchange != null) {
            exchange.dispose();
        }
    }

    @Override
    public void close() {
        closed = true;
        open.values().forEach(Disposable::dispose);
    }
}
