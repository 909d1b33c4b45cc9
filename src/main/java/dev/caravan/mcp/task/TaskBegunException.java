package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResult;

/** The request goes on as a task, which is what it is answered with. */
public final class TaskBegunException extends Exception implements InterimResult {

    private final transient ObjectNode result;

    TaskBegunException(ObjectNode result) {
        super("The request goes on as a task", null, false, false);
        this.result = result;
    }

    @Override
    public ObjectNode result() {
        return result;
    }

    @Override
    public String label() {
        return "TASK";
    }
}
