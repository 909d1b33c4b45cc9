package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;

/** Ends a request that continues as a task. The task is the answer. */
public final class TaskBegunException extends InterimResultException {

    TaskBegunException(ObjectNode result) {
        super("The request continues as a task", "TASK", result);
    }
}
