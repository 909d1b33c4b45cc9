package dev.caravan.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Hears of tasks that change, on a thread which it must not keep. */
public interface TaskListener {

    /** Whether anybody wants to hear of that one. */
    boolean hears(String id);

    /** @param task with what its status brings; not to be changed */
    void changed(String id, ObjectNode task);
}
