package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.springframework.stereotype.Component;

/** A caller's tasks at the gateway, for those who show them; the protocol itself lists none. */
@Component
public class OwnTasks {

    private final Tasks tasks;

    OwnTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    /**
     * The latest first, without results and questions: {@code {taskId, status, statusMessage?, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs}}.
     *
     * @throws dev.caravan.store.StoreException while their database is away
     */
    public List<ObjectNode> of(String caller) {
        return tasks.isOffered() ? tasks.of(TaskOwner.atGateway(caller)).stream().map(Task::summary).toList() : List.of();
    }
}
