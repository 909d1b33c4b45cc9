package dev.caravan.upstream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Requests of MCP 2026-07-28 on HTTP: one POST each, whose answer is JSON or an event stream. A client that leaves cancels its request. */
final class ModernHttp implements ModernWire {

    /** Errors of a server that knows this revision. Another refusal comes from a server, or a proxy, that does not. */
    private static final Set<Integer> KNOWN = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);

    private final UpstreamProperties.Server settings;
    private final ServerHeaders headers;
    private final McpJsonMapper json;
    private final HttpClient http;
    private final Map<String, CompletableFuture<?>> open = new ConcurrentHashMap<>();

    ModernHttp(UpstreamProperties.Server settings, ServerHeaders headers, McpJsonMapper json) {
        this.settings = settings;
        this.headers = headers;
        this.json = json;
        this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(settings.timeout()).build();
    }

    @Override
    public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> mirrored, Consumer<JSONRPCNotification> told) {
        CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Void>> exchange;
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.url())).header("Content-Type", "application/json").header("Accept", "application/json, text/event-stream")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(new JSONRPCRequest(method, id, params))));
            headers.addTo(request);
            mirrored.forEach(request::setHeader);
            exchange = http.sendAsync(request.build(), info -> new MessageStream(info.headers().firstValue("Content-Type").orElse("").contains("text/event-stream"),
                    settings.maxMessage().toBytes(), message -> take(id, info.statusCode(), message, told, answer)));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        open.put(id, exchange);
        exchange.whenComplete((response, failure) -> {
            open.remove(id);
            // after an answer both do nothing
            if (failure != null) {
                answer.completeExceptionally(failure);
            } else {
                answer.completeExceptionally(new IllegalStateException(response.statusCode() == 200 ? "its answer ended early" : "it answered with HTTP status " + response.statusCode()));
            }
        });
        return answer;
    }

    private void take(String id, int status, String text, Consumer<JSONRPCNotification> told, CompletableFuture<JSONRPCResponse> answer) {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, text);
        } catch (IOException e) {
            throw status == 200 ? new UncheckedIOException("it answered what is no message", e) : new IllegalStateException("it answered with HTTP status " + status);
        }
        if (message instanceof JSONRPCNotification notification && status == 200) {
            told.accept(notification);
        } else if (message instanceof JSONRPCResponse response) {
            boolean ours = status == 200 ? id.equals(response.id()) : response.error() != null && KNOWN.contains(response.error().code());
            if (ours) {
                answer.complete(response);
            } else if (status != 200) {
                throw new IllegalStateException("it answered with HTTP status " + status);
            }
        }
    }

    @Override
    public void cancel(String id) {
        CompletableFuture<?> exchange = open.get(id);
        if (exchange != null) {
            exchange.cancel(true);
        }
    }
}
