package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A request of the server to a legacy client.
 *
 * @param params null if it has none
 */
public record ServerRequest(String id, String method, ObjectNode params) {

    /** As JSON-RPC, on one line. */
    public String json() {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return message.toString();
    }
}
