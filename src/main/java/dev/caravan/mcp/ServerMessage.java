package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/**
 * A message from the server to its clients: a notification, or a request to a legacy client.
 *
 * @param id     null for a notification
 * @param params parameters; null if there are none
 */
public record ServerMessage(String id, String method, ObjectNode params) {

    public static final String PROGRESS = "notifications/progress";

    /** Creates a notification. */
    public ServerMessage(String method, ObjectNode params) {
        this(null, method, params);
    }

    /**
     * Creates the notification that a list has changed.
     *
     * @param list for example {@code tools}
     */
    public static ServerMessage listChanged(String list) {
        return new ServerMessage("notifications/" + list + "/list_changed", null);
    }

    /** Creates the notification that the content of a resource has changed. */
    public static ServerMessage resourceUpdated(String uri) {
        return new ServerMessage("notifications/resources/updated", JsonNodeFactory.instance.objectNode().put("uri", uri));
    }

    /**
     * Creates a progress notification.
     *
     * @param token   progress token of the request
     * @param total   null if unknown
     * @param message text for users; null if there is none
     */
    public static ServerMessage progress(JsonNode token, BigDecimal progress, BigDecimal total, String message) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("progressToken", token);
        params.put("progress", progress);
        if (total != null) {
            params.put("total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        return new ServerMessage(PROGRESS, params);
    }

    /**
     * Creates a log message.
     *
     * @param logger name of the logger; null if there is none
     * @param data   any JSON
     */
    public static ServerMessage log(LogLevel level, String logger, JsonNode data) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("level", level.word());
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        return new ServerMessage("notifications/message", params);
    }

    /** Creates the notification that the server no longer needs the answer to its request. */
    public static ServerMessage cancelled(String requestId) {
        return new ServerMessage("notifications/cancelled", JsonNodeFactory.instance.objectNode().put("requestId", requestId));
    }

    /** Returns the message as JSON-RPC on one line. */
    public String json() {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        if (id != null) {
            message.put("id", id);
        }
        message.put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return message.toString();
    }
}
