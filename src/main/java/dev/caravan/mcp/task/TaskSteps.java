package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Provides the steps of {@code routes/call/run-task.camel.yaml}. */
@Component("task")
public class TaskSteps {

    private static final Logger LOG = LoggerFactory.getLogger(TaskSteps.class);

    private final TaskWork work;
    private final Tasks tasks;

    TaskSteps(TaskWork work, Tasks tasks) {
        this.work = work;
        this.tasks = tasks;
    }

    /** Stores the body as the task's result. */
    public void complete(Exchange exchange) {
        TaskRun run = TaskRun.of(exchange);
        ObjectNode result = exchange.getMessage().getBody(ObjectNode.class).put("resultType", "complete");
        work.end(run, () -> tasks.complete(run.id(), result));
    }

    /** Stores the error as the task's outcome. */
    public void fail(Exchange exchange) {
        TaskRun run = TaskRun.of(exchange);
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        if (!(cause instanceof McpException)) {
            LOG.error("Task failed task={}", run.id(), cause);
        }
        McpException error = cause instanceof McpException foreseen ? foreseen : McpException.internalError();
        work.end(run, () -> tasks.fail(run.id(), error.json()));
    }
}
