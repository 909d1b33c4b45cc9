package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A request from the server to a legacy client.
 *
 * @param params parameters; null if there are none
 */
public record ServerRequest(String id, String method, ObjectNode params) {

    /** Returns the request as JSON-RPC on one line. */
    public String json() {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return message.toString();
    }
}
