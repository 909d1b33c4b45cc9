package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Receives changes of tasks. Implementations must return quickly. */
public interface TaskListener {

    /** Returns whether a client subscribes to this task. */
    boolean hears(String id);

    /**
     * Reports a changed task.
     *
     * @param task the task with its questions, result or error; do not change it
     */
    void changed(String id, ObjectNode task);
}
