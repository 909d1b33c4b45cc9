package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/**
 * A notification from the server to its clients.
 *
 * @param params parameters; null if there are none
 */
public record Notification(String method, ObjectNode params) {

    public static final String PROGRESS = "notifications/progress";

    /**
     * Creates the notification that a list has changed.
     *
     * @param list for example {@code tools}
     */
    public static Notification listChanged(String list) {
        return new Notification("notifications/" + list + "/list_changed", null);
    }

    /** Creates the notification that the content of a resource has changed. */
    public static Notification resourceUpdated(String uri) {
        return new Notification("notifications/resources/updated", JsonNodeFactory.instance.objectNode().put("uri", uri));
    }

    /**
     * Creates a progress notification.
     *
     * @param token   progress token of the request
     * @param total   null if unknown
     * @param message text for users; null if there is none
     */
    public static Notification progress(JsonNode token, BigDecimal progress, BigDecimal total, String message) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("progressToken", token);
        params.put("progress", progress);
        if (total != null) {
            params.put("total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        return new Notification(PROGRESS, params);
    }

    /**
     * Creates a log message.
     *
     * @param logger name of the logger; null if there is none
     * @param data   any JSON
     */
    public static Notification log(LogLevel level, String logger, JsonNode data) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("level", level.word());
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        return new Notification("notifications/message", params);
    }

    /** Creates the notification that the server no longer needs the answer to its request. */
    public static Notification cancelled(String requestId) {
        return new Notification("notifications/cancelled", JsonNodeFactory.instance.objectNode().put("requestId", requestId));
    }

    /** Returns the notification as JSON-RPC on one line. */
    public String json() {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return message.toString();
    }
}
