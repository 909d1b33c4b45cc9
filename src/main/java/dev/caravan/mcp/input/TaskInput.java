package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The input of a request that runs as a task: it asks through the task and waits for the answers. Answers in the request are used first.
 */
public final class TaskInput extends ModernInput {

    private final Function<ObjectNode, CompletableFuture<ObjectNode>> asker;

    /**
     * Creates the input.
     *
     * @param before the request's own input
     * @param asker  sends questions, {key: {method, params}}, to the clients of the task; returns {key: answer} of at least these
     */
    public TaskInput(ModernInput before, Function<ObjectNode, CompletableFuture<ObjectNode>> asker) {
        super(before);
        this.asker = asker;
    }

    @Override
    public CompletableFuture<Map<String, ObjectNode>> ask() {
        ObjectNode open = open();
        if (open.isEmpty()) {
            return answered();
        }
        return asker.apply(open).handleAsync((more, failure) -> {
            if (failure != null) {
                return CompletableFuture.<Map<String, ObjectNode>>failedFuture(
                        new InputException(InputException.Reason.CANCELLED, ""));
            }
            take(more);
            return answered();
        }).thenCompose(Function.identity());
    }

    private synchronized CompletableFuture<Map<String, ObjectNode>> answered() {
        ObjectNode open = open();
        if (!open.isEmpty()) {
            return CompletableFuture.failedFuture(new InputException(InputException.Reason.UNFIT, open.fieldNames().next()));
        }
        return CompletableFuture.completedFuture(given());
    }
}
