package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.springframework.stereotype.Component;

/** Lists a caller's tasks at the gateway, for the page. The protocol has no such list. */
@Component
public class OwnTasks {

    private final Tasks tasks;

    OwnTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * Returns the tasks, latest first, without results and questions:
     * {@code {taskId, status, statusMessage?, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs}}.
     *
     * @throws dev.caravan.store.StoreException while the database is unavailable
     */
    public List<ObjectNode> of(String caller) {
        return tasks.isOffered() ? tasks.of(TaskOwner.atGateway(caller)).stream().map(Task::summary).toList() : List.of();
    }
}
