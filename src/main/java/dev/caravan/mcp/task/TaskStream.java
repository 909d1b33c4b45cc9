package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.ServerRequest;
import dev.caravan.store.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the progress of a call as its task's message. Other messages are dropped, because no client waits for them. */
final class TaskStream implements AnswerStream {

    private static final Logger LOG = LoggerFactory.getLogger(TaskStream.class);

    private final TaskRun run;
    private final Tasks tasks;

    TaskStream(TaskRun run, Tasks tasks) {
        this.run = run;
        this.tasks = tasks;
    }

    @Override
    public JsonNode progressToken(McpRequest request) {
        return TextNode.valueOf(run.id());
    }

    @Override
    public void send(Notification notification) {
        if (!Notification.PROGRESS.equals(notification.method())) {
            return;
        }
        try {
            tasks.say(run.id(), words(notification.params()));
        } catch (StoreException e) {
            LOG.debug("Task progress not stored task={}", run.id(), e);
        }
    }

    private static String words(ObjectNode progress) {
        if (progress.has("message")) {
            return progress.get("message").asText();
        }
        return progress.get("progress").asText() + (progress.has("total") ? " of " + progress.get("total").asText() : "");
    }

    @Override
    public void send(ServerRequest request) {
        // modern clients get no requests
    }

    @Override
    public void interrupt(Duration after) {
        // a task has no connection
    }

    @Override
    public void silence() {
        // a task sends nothing to silence
    }

    @Override
    public void whenCancelled(Runnable action) {
        run.whenCancelled(action);
    }

    @Override
    public void whenClosed(Runnable action) {
        // a task's stream does not close before the task ends
    }
}
