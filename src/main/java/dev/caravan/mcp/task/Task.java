package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * A snapshot of a task.
 *
 * @param id        unguessable id
 * @param status    {@code working}, {@code input_required}, {@code completed}, {@code failed} or {@code cancelled}
 * @param message   text for users; null if there is none
 * @param outcome   result or error of an ended task; null if there is none
 * @param questions {key: open question}; empty if there are none
 * @param answers   {key of the question: answer so far}
 */
record Task(String id, String status, String message, JsonNode outcome, ObjectNode questions, ObjectNode answers,
            Instant created, Instant updated, Duration ttl, Duration pollInterval) {

    private static final Set<String> OPEN = Set.of("working", "input_required");

    boolean isOpen() {
        return OPEN.contains(status);
    }

    /** Returns the task without its result and questions. */
    ObjectNode summary() {
        return base(JsonNodeFactory.instance.objectNode());
    }

    /** Returns the answer of {@code tools/call} that stands in for the result. */
    ObjectNode begun() {
        return base(JsonNodeFactory.instance.objectNode().put("resultType", "task"));
    }

    /** Returns the task with its questions, result or error, depending on its status. */
    ObjectNode whole() {
        ObjectNode whole = base(JsonNodeFactory.instance.objectNode());
        switch (status) {
            case "input_required" -> whole.set("inputRequests", questions);
            case "completed" -> whole.set("result", outcome);
            case "failed" -> whole.set("error", outcome);
            default -> { }
        }
        return whole;
    }

    private ObjectNode base(ObjectNode task) {
        task.put("taskId", id).put("status", status);
        if (message != null) {
            task.put("statusMessage", message);
        }
        return task.put("createdAt", created.toString()).put("lastUpdatedAt", updated.toString())
                .put("ttlMs", ttl.toMillis()).put("pollIntervalMs", pollInterval.toMillis());
    }
}
