package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.ModernInput;
import dev.caravan.mcp.input.TaskInput;
import dev.caravan.store.StoreException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Runs a request again as a task, by the route {@code direct:run-task} on its own thread. */
@Component("task")
public class TaskStarter implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(TaskStarter.class);

    private static final String ROUTE = "direct:run-task";

    private final TaskWork work;
    private final Tasks tasks;
    private final ProducerTemplate producer;
    /** {@link TaskWork} limits the number of threads. */
    private final ExecutorService threads = Executors.newCachedThreadPool(new CamelThreadFactory("#name#", "task", true));

    TaskStarter(TaskWork work, Tasks tasks, CamelContext context) {
        this.work = work;
        this.tasks = tasks;
        this.producer = context.createProducerTemplate();
    }

    /**
     * Starts a task; empty if none can start now.
     *
     * @param leavePlace runs before the task begins, because the task takes its own place among calls
     */
    Optional<Task> start(Exchange request, ModernInput input, Runnable leavePlace) {
        if (!tasks.isOffered()) {
            return Optional.empty();
        }
        try {
            Optional<Task> task = work.begin(Tasks.owner(request));
            task.ifPresent(begun -> {
                TaskRun run = work.run(begun.id());
                try {
                    Exchange own = own(request, input, run);
                    leavePlace.run();
                    threads.execute(() -> run(own, run));
                } catch (RuntimeException | Error e) {
                    leave(run);
                    throw e;
                }
            });
            return task;
        } catch (StoreException e) {
            LOG.warn("Task not started because the store is unavailable error={}", e.getMessage());
            return Optional.empty();
        }
    }

    private void run(Exchange own, TaskRun run) {
        try {
            producer.send(ROUTE, own);
        } finally {
            leave(run);
        }
    }

    /** Ends the work on a task. A task whose route did not store its outcome has failed. */
    private void leave(TaskRun run) {
        try {
            if (!run.isEnded()) {
                LOG.error("Task failed because its route stored no outcome task={}", run.id());
                work.end(run, () -> tasks.fail(run.id(), McpException.internalError().json()));
            }
        } finally {
            work.forget(run.id());
        }
    }

    private Exchange own(Exchange request, ModernInput input, TaskRun run) {
        Exchange own = ExchangeHelper.createCopy(request, false);
        // else work that waits for the task's end would wait for the request's end, which may be over
        own.getExchangeExtension().setUnitOfWork(null);
        own.setException(null);
        own.removeProperty(ListenSubscription.ListenStream.PROPERTY);
        own.setProperty(AnswerStream.PROPERTY, run);
        own.setProperty(ClientInput.PROPERTY, new TaskInput(input, questions -> work.ask(run, questions)));
        own.setProperty(TaskRun.PROPERTY, run);
        return own;
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

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
