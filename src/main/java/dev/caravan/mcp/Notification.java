package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/**
 * A notification of the server to its clients.
 *
 * @param params null if it has none
 */
public record Notification(String method, ObjectNode params) {

    public static final String PROGRESS = "notifications/progress";

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
     * A log message.
     *
     * @param logger who says it; null if that isn't said
     * @param data   what is said: any JSON
     */
    public static Notification log(LogLevel level, String logger, JsonNode data) {
        ObjectNode params = JsonNodeFactory.instance.objectNode().put("level", level.word());
        if (logger != null) {
            params.put("logger", logger);
        }
        params.set("data", data);
        return new Notification("notifications/message", params);
    }

    /** The answer to that request of the server is of no use any more. */
    public static Notification cancelled(String requestId) {
        return new Notification("notifications/cancelled", JsonNodeFactory.instance.objectNode().put("requestId", requestId));
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
