package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;

/** The request goes on as a task, which is what it is answered with. */
public final class TaskBegunException extends InterimResultException {

    TaskBegunException(ObjectNode result) {
        super("The request goes on as a task", "TASK", result);
    }
}
