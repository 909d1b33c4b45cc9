package dev.caravan.mcp.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.input.ClientInput;
import dev.caravan.mcp.input.InputException;
import dev.caravan.mcp.input.InputKind;
import dev.caravan.mcp.input.InputRequest;
import dev.caravan.mcp.input.InputRequiredException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;

/** The input of a request whose client declares the tasks extension. The route may turn the request into a task. */
public final class TaskOffer implements ClientInput {

    private final ClientInput input;
    private final Exchange request;
    private final TaskStarter starter;
    private volatile Runnable leavePlace = () -> { };
    private TaskBegunException begun;

    TaskOffer(ClientInput input, Exchange request, TaskStarter starter) {
        this.input = input;
        this.request = request;
        this.starter = starter;
    }

    /**
     * Ends the request here and runs it from its beginning as a task. Returns if no task can start now: too many run, or the store is
     * unavailable.
     *
     * @throws TaskBegunException with the answer that stands in for the result
     */
    public synchronized void begin() throws TaskBegunException {
        check(begun);
        begun = starter.start(request, input, leavePlace).map(Task::begun).map(TaskBegunException::new).orElse(null);
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
    public ClientCapabilities capabilities() {
        return input.capabilities();
    }

    @Override
    public boolean isModern() {
        return true;
    }

    @Override
    public String nextKey(InputKind kind) {
        return input.nextKey(kind);
    }

    @Override
    public void add(InputRequest question) throws McpException, InputException {
        input.add(question);
    }

    @Override
    public CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException {
        return input.ask();
    }

    @Override
    public synchronized void check() throws Exception {
        check(begun);
        input.check();
    }
}
