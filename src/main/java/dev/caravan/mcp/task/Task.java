package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * A task as it is at one moment.
 *
 * @param id        unguessable
 * @param status    {@code working}, {@code input_required}, {@code completed}, {@code failed} or {@code cancelled}
 * @param message   for people; null if there is none
 * @param outcome   result or error of one that has ended; null if there is none
 * @param questions that are open, by their keys; empty if none are
 * @param answers   so far, by the keys of their questions
 */
record Task(String id, String status, String message, JsonNode outcome, ObjectNode questions, ObjectNode answers,
            Instant created, Instant updated, Duration ttl, Duration pollInterval) {

    private static final Set<String> OPEN = Set.of("working", "input_required");

    boolean isOpen() {
        return OPEN.contains(status);
    }

    /** Without what it has brought or asks. */
    ObjectNode summary() {
        return base(JsonNodeFactory.instance.objectNode());
    }

    /** What {@code tools/call} answers in place of a result. */
    ObjectNode begun() {
        return base(JsonNodeFactory.instance.objectNode().put("resultType", "task"));
    }

    /** With what its status brings: questions, a result or an error. */
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
