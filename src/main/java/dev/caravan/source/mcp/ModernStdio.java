package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests of MCP 2026-07-28 on standard streams. Notifications do not say which request they belong to, so none goes to a request. */
final class ModernStdio implements ModernWire {

    private static final Logger LOG = LoggerFactory.getLogger(ModernStdio.class);

    private final McpClientTransport stdio;
    private final Map<Object, CompletableFuture<JSONRPCResponse>> waiting = new ConcurrentHashMap<>();

    ModernStdio(McpClientTransport stdio) {
        this.stdio = stdio;
    }

    @Override
    public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> headers, Consumer<JSONRPCNotification> told) {
        CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        answer.whenComplete((response, failure) -> waiting.remove(id));
        stdio.sendMessage(new JSONRPCRequest(method, id, params)).subscribe(sent -> { }, answer::completeExceptionally);
        return answer;
    }

    /** The transport of the streams ends the process. */
    @Override
    public void close() {
        waiting.values().forEach(answer -> answer.cancel(false));
    }

    /** Takes the answer to one of the requests. Returns false if it is for another one. */
    boolean take(JSONRPCResponse response) {
        CompletableFuture<JSONRPCResponse> answer = waiting.get(response.id());
        return answer != null && answer.complete(response);
    }

    @Override
    public void cancel(String id) {
        CompletableFuture<JSONRPCResponse> answer = waiting.get(id);
        if (answer != null) {
            answer.cancel(false);
            stdio.sendMessage(new JSONRPCNotification("notifications/cancelled", Map.of("requestId", id)))
                    .subscribe(sent -> { }, failure -> LOG.debug("Upstream cancellation not sent", failure));
        }
    }
}
