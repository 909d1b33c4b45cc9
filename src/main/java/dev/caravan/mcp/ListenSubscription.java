package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An open {@code subscriptions/listen}. Every message on it carries the id of its request.
 *
 * @param id           id of the request, as the client wrote it
 * @param subscription the accepted part of the request
 */
public record ListenSubscription(JsonNode id, Subscription subscription) {

    /** Returns the first message of the stream. */
    public Notification acknowledgement() {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("notifications", subscription.json());
        return tagged(new Notification("notifications/subscriptions/acknowledged", params));
    }

    /** Returns the notification with the id of this subscription in its {@code _meta}. */
    public Notification tagged(Notification notification) {
        ObjectNode params = notification.params() == null ? JsonNodeFactory.instance.objectNode() : notification.params().deepCopy();
        params.set("_meta", meta());
        return new Notification(notification.method(), params);
    }

    /** Returns the answer to the request when the server ends it: JSON on one line. */
    public String end() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", id);
        answer.putObject("result").put("resultType", "complete").set("_meta", meta());
        return answer.toString();
    }

    private ObjectNode meta() {
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.set(Headers.META_SUBSCRIPTION_ID, id);
        return meta;
    }
}
