package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The input of a request that runs as a task: it asks through the task and waits for the answers. Answers in the request are used first. */
public final class TaskInput extends AnsweredInput {

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
        ObjectNode open = open();
        if (!open.isEmpty()) {
            try {
                take(asker.ask(open).get());
            } catch (InterruptedException | ExecutionException | CancellationException e) {
                return CompletableFuture.failedFuture(new InputException(InputException.Reason.CANCELLED, ""));
            }
        }
        return answered();
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
