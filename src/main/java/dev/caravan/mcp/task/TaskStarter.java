package dev.caravan.mcp.task;

import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListenStream;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
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

/** Has a request done anew as a task, by the route {@code direct:run-task} on a thread of its own. */
@Component
class TaskStarter implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(TaskStarter.class);

    private static final String ROUTE = "direct:run-task";

    private final TaskWork work;
    private final Tasks tasks;
    private final ProducerTemplate producer;
    /** As many as {@link TaskWork} lets begin. */
    private final ExecutorService threads = Executors.newCachedThreadPool(new CamelThreadFactory("#name#", "task", true));

    TaskStarter(TaskWork work, Tasks tasks, CamelContext context) {
        this.work = work;
        this.tasks = tasks;
        this.producer = context.createProducerTemplate();
    }

    /**
     * Empty: there can't be one now.
     *
     * @param leavePlace run before the task begins, which has a place of its own
     */
    Optional<Task> start(Exchange request, ClientInput input, Runnable leavePlace) {
        if (!tasks.isOffered()) {
            return Optional.empty();
        }
        try {
            Optional<Task> task = work.begin(TaskOwner.of(request));
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
            LOG.warn("A request is not made a task, as tasks can't be kept now: {}", e.getMessage());
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

    /** Nobody works on it any more. A task whose route could not say how it ended has failed. */
    private void leave(TaskRun run) {
        try {
            if (!run.isEnded()) {
                LOG.error("Task {} failed", run.id());
                work.end(run, () -> tasks.fail(run.id(), TaskSteps.error(McpException.internalError())));
            }
        } finally {
            work.forget(run.id());
        }
    }

    private Exchange own(Exchange request, ClientInput input, TaskRun run) {
        Exchange own = ExchangeHelper.createCopy(request, false);
        own.setException(null);
        own.removeProperty(ListenStream.PROPERTY);
        own.setProperty(AnswerStream.PROPERTY, new TaskStream(run, tasks));
        own.setProperty(ClientInput.PROPERTY, new TaskInput(input, questions -> work.ask(run, questions)));
        own.setProperty(TaskRun.PROPERTY, run);
        return own;
    }

    @Override
    public void destroy() {
        threads.shutdownNow();
    }
}
