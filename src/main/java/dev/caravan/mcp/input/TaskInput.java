package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * The input of a request that runs as a task: it asks through the task and waits for the answers. Answers in the request are used first.
 */
public final class TaskInput extends AskedInput.AnsweredInput {

    /** Sends questions to the clients of the task. */
    public interface Asker {

        /**
         * @param questions {key: {method, params}}
         * @return {key: answer} of at least these questions, unchecked
         */
        CompletableFuture<ObjectNode> ask(ObjectNode questions);
    }

    private final Asker asker;

    /** @param before the request's own input, in the modern era */
    public TaskInput(ClientInput before, Asker asker) {
        super(before.capabilities(), before instanceof ModernInput modern ? modern.answers() : JsonNodeFactory.instance.objectNode());
        this.asker = asker;
    }

    /** Waits for the answers on the thread of the task. */
    @Override
    public CompletableFuture<Map<String, ObjectNode>> ask() {
        try {
            return CompletableFuture.completedFuture(askAside().get());
        } catch (InterruptedException e) {
            return CompletableFuture.failedFuture(cancelled());
        } catch (ExecutionException e) {
            return CompletableFuture.failedFuture(e.getCause());
        }
    }

    @Override
    public CompletableFuture<Map<String, ObjectNode>> askAside() {
        ObjectNode open = open();
        if (open.isEmpty()) {
            return answered();
        }
        return asker.ask(open).handleAsync((more, failure) -> {
            if (failure != null) {
                return CompletableFuture.<Map<String, ObjectNode>>failedFuture(cancelled());
            }
            take(more);
            return answered();
        }).thenCompose(Function.identity());
    }

    private static InputException cancelled() {
        return new InputException(InputException.Reason.CANCELLED, "");
    }

    private synchronized CompletableFuture<Map<String, ObjectNode>> answered() {
        ObjectNode open = open();
        if (!open.isEmpty()) {
            return CompletableFuture.failedFuture(new InputException(InputException.Reason.UNFIT, open.fieldNames().next()));
        }
        return CompletableFuture.completedFuture(given());
    }

    @Override
    public void check() {
        // a waiting task gets its answers from ask
    }
}
