package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A notification of the server to its clients.
 *
 * @param params null if it has none
 */
public record Notification(String method, ObjectNode params) {

    /** @param list that has changed, for example {@code tools} */
    public static Notification listChanged(String list) {
        return new Notification("notifications/" + list + "/list_changed", null);
    }

    /** @param uri of the resource whose content has changed */
    public static Notification resourceUpdated(String uri) {
        return new Notification("notifications/resources/updated", JsonNodeFactory.instance.objectNode().put("uri", uri));
    }

    /**
     * @param token   as the request has it
     * @param total   null if it isn't known
     * @param message for people; null if there is none
     */
    public static Notification progress(JsonNode token, long progress, Long total, String message) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("progressToken", token);
        params.put("progress", progress);
        if (total != null) {
            params.put("total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        return new Notification("notifications/progress", params);
    }

    /** As JSON-RPC, on one line. */
    public String json() {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return message.toString();
    }
}
