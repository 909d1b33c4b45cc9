package dev.caravan.source.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Carries JSON-RPC messages to one server, and back. */
interface Transport {

    /**
     * Sends a request.
     *
     * @param mirrored headers of a request of MCP 2026-07-28; null for a request of a former revision
     * @param told     receives what comes on the stream of this request before the answer
     * @return the answer, a result or an error of JSON-RPC; fails if the server can't be reached, or answers with something else. Who no
     *         longer waits cancels it, and a server of MCP 2026-07-28 is then told.
     */
    CompletableFuture<ObjectNode> ask(ObjectNode request, Map<String, String> mirrored, Consumer<ObjectNode> told);

    /** Sends a notification, or the answer to a question of the server. */
    CompletableFuture<?> tell(ObjectNode message);

    /** Ends the connection. Requests that wait fail. */
    void close();

    /** @param params null for none */
    static ObjectNode request(String id, String method, ObjectNode params) {
        return notification(method, params).put("id", id);
    }

    /** @param params null for none */
    static ObjectNode notification(String method, ObjectNode params) {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method);
        return params == null ? message : message.set("params", params);
    }

    /** @throws IllegalStateException if the text is no message */
    static ObjectNode read(ObjectMapper mapper, String text) {
        try {
            if (mapper.readTree(text) instanceof ObjectNode message
                    && (message.has("method") || message.has("result") || message.has("error"))) {
                return message;
            }
        } catch (JsonProcessingException e) {
            // its message may have what the server sent
        }
        throw new IllegalStateException("its answer is not an MCP message");
    }

    /** The server has forgotten the session, and has not run the request. */
    final class SessionLostException extends Exception {

        private static final long serialVersionUID = 1;

        SessionLostException() {
            super("it has lost its session");
        }
    }
}
