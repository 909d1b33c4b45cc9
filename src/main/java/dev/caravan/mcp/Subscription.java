package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

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
            throw McpException.invalidParams("Invalid params: notifications." + member + " must be a list of at most " + MOST + " strings");
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
