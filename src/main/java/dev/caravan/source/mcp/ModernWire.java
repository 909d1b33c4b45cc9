package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Carries requests of MCP 2026-07-28 to a server. */
interface ModernWire {

    /**
     * Sends a request.
     *
     * @param headers mirror parts of the body, on HTTP
     * @param told    receives the notifications that come on the stream of this request, before the answer
     * @return the answer, which may be a JSON-RPC error; fails if the server can't be reached, or does not speak this revision
     */
    CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> headers, Consumer<JSONRPCNotification> told);

    /** Tells the server that nobody waits for the answer to this request any more. */
    void cancel(String id);

    /** Ends all requests that are open, and takes no more. */
    void close();
}
