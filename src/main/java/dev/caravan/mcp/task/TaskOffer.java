package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.MessageCheck;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.ModernInput;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** The input of a request whose client declares the tasks extension. The route may turn the request into a task. */
public final class TaskOffer extends ModernInput {

    private final Exchange request;
    private final TaskWork work;
    private volatile Runnable leavePlace = () -> { };
    private TaskBegunException begun;

    TaskOffer(ModernInput input, Exchange request, TaskWork work) {
        super(input);
        this.request = request;
        this.work = work;
    }

    /**
     * Ends the request here and runs it from its beginning as a task. Returns if no task can start now: too many run, or the store is
     * unavailable.
     *
     * @throws TaskBegunException with the answer that stands in for the result
     */
    public synchronized void begin() throws TaskBegunException {
        check(begun);
        begun = work.start(request, this, leavePlace).map(Task::begun).map(TaskBegunException::new).orElse(null);
        check(begun);
    }

    @Override
    public void placed(Runnable leave) {
        leavePlace = leave;
    }

    private static void check(TaskBegunException begun) throws TaskBegunException {
        if (begun != null) {
            throw begun;
        }
    }

    @Override
    public synchronized void check() throws InterimResultException {
        check(begun);
        super.check();
    }

    /** Allows a call to become a task if its client declares the tasks extension. */
    @Component("offerTask")
    record OfferTask(TaskWork work) implements MessageCheck {

        @Override
        public void check(Exchange exchange) {
            McpRequest request = McpRequest.of(exchange);
            if (ClientInput.of(exchange) instanceof ModernInput input && "tools/call".equals(request.method())
                    && TaskMethods.TasksExtension.isDeclared(request)) {
                exchange.setProperty(ClientInput.PROPERTY, new TaskOffer(input, exchange, work));
            }
        }
    }

    /** Ends a request that continues as a task. The task is the answer. */
    public static final class TaskBegunException extends InterimResultException {

        TaskBegunException(ObjectNode result) {
            super("The request continues as a task", "TASK", result);
        }
    }
}
