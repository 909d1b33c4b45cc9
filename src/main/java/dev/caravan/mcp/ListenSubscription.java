package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.camel.Exchange;

/**
 * An open {@code subscriptions/listen}. Every message on it carries the id of its request.
 *
 * @param id           id of the request, as the client wrote it
 * @param subscription the accepted part of the request
 */
public record ListenSubscription(JsonNode id, Subscription subscription) {

    /** Returns the first message of the stream. */
    public ServerMessage acknowledgement() {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.set("notifications", subscription.json());
        return tagged(new ServerMessage("notifications/subscriptions/acknowledged", params));
    }

    /** Returns the notification with the id of this subscription in its {@code _meta}. */
    public ServerMessage tagged(ServerMessage notification) {
        ObjectNode params = notification.params() == null ? JsonNodeFactory.instance.objectNode() : notification.params().deepCopy();
        params.set("_meta", meta());
        return new ServerMessage(notification.method(), params);
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

    /** Tells which resources of the gateway clients may subscribe to. There is one bean or none. */
    public interface ListenableResources {

        /** Returns whether a resource with this URI exists now and a caller with these rights may read it. */
        boolean has(String uri, ToolRights rights);

        /** Knows which resources of its own templates exist. */
        interface Check {

            /** Returns false if a read of this URI would find nothing or would be refused. Returns true for URIs of others. */
            boolean mayBeRead(String uri);
        }
    }

    /** Tells which tasks clients may subscribe to. There is one bean or none. */
    public interface ListenableTasks {

        /**
         * Returns the given ids that are tasks of the caller.
         *
         * @throws McpException missing capability, if the client hasn't declared the tasks extension
         */
        Set<String> of(Exchange exchange, Set<String> ids) throws McpException;
    }

    /**
     * Keeps the answer to a request open for later messages. Exchange property {@value #PROPERTY}. Absent when the transport or the client
     * can't keep an answer open.
     */
    public interface ListenStream {

        String PROPERTY = "mcpListenStream";

        /** Returns the stream, or null. */
        static ListenStream of(Exchange exchange) {
            return exchange.getProperty(PROPERTY, ListenStream.class);
        }

        /**
         * Starts to send messages to the client. If the route leaves a body, such as an error, that body is the answer and the stream is
         * dropped.
         *
         * @throws McpException if the limit of streams is reached, or the topic has ended
         */
        void open(ListenSubscription subscription) throws McpException;
    }

    /**
     * The changes that a client subscribes to (MCP 2026-07-28, subscriptions).
     *
     * @param lists     lists, such as {@link ListChanges#TOOLS}
     * @param resources URIs of resources
     * @param tasks     ids of tasks
     */
    public record Subscription(Set<String> lists, Set<String> resources, Set<String> tasks) {

        static final int MOST = 1_000;

        private static final Map<String, String> LISTS = Map.of("toolsListChanged", ListChanges.TOOLS,
                "promptsListChanged", ListChanges.PROMPTS, "resourcesListChanged", ListChanges.RESOURCES);
        private static final String RESOURCES = "resourceSubscriptions";
        private static final String TASKS = "taskIds";

        /**
         * Reads {@code params.notifications}. Unknown members are ignored.
         *
         * @throws McpException invalid params
         */
        static Subscription of(JsonNode notifications) throws McpException {
            if (notifications == null || !notifications.isObject()) {
                throw McpException.invalidParams("Invalid params: subscriptions/listen requires notifications, an object");
            }
            Set<String> lists = new LinkedHashSet<>();
            for (Map.Entry<String, String> list : LISTS.entrySet()) {
                JsonNode wanted = notifications.path(list.getKey());
                if (!wanted.isMissingNode() && !wanted.isBoolean()) {
                    throw McpException.invalidParams("Invalid params: notifications." + list.getKey() + " must be true or false");
                }
                if (wanted.asBoolean()) {
                    lists.add(list.getValue());
                }
            }
            return new Subscription(lists, texts(notifications, RESOURCES), texts(notifications, TASKS));
        }

        private static Set<String> texts(JsonNode notifications, String member) throws McpException {
            JsonNode list = notifications.path(member);
            boolean fits = list.isMissingNode() || list.isArray() && list.size() <= MOST;
            Set<String> texts = new LinkedHashSet<>();
            for (JsonNode text : list) {
                fits &= text.isTextual();
                texts.add(text.asText());
            }
            if (!fits) {
                throw McpException.invalidParams(
                        "Invalid params: notifications." + member + " must be a list of at most " + MOST + " strings");
            }
            return texts;
        }

        /** Returns the part of the subscription that meets these conditions. */
        Subscription only(Predicate<String> list, Predicate<String> resource, Predicate<String> task) {
            return new Subscription(only(lists, list), only(resources, resource), only(tasks, task));
        }

        private static Set<String> only(Set<String> all, Predicate<String> condition) {
            Set<String> some = new LinkedHashSet<>(all);
            some.removeIf(condition.negate());
            return some;
        }

        /** Returns the subscription as the client wrote it. */
        ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            LISTS.forEach((member, list) -> {
                if (lists.contains(list)) {
                    json.put(member, true);
                }
            });
            if (!resources.isEmpty()) {
                resources.forEach(json.putArray(RESOURCES)::add);
            }
            if (!tasks.isEmpty()) {
                tasks.forEach(json.putArray(TASKS)::add);
            }
            return json;
        }
    }
}
