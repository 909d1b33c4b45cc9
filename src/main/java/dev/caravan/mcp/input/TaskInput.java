package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** For a request that goes on as a task: questions are the task's, and are waited for. What came with the request is answered already. */
public final class TaskInput extends AnsweredInput {

    /** Puts questions to whoever looks at the task. */
    public interface Asker {

        /**
         * @param questions {key: {method, params}}
         * @return {key: answer} of at least these, whatever they are worth
         */
        CompletableFuture<ObjectNode> ask(ObjectNode questions);
    }

    private final Asker asker;

    /** @param before of the request, in the modern era */
    public TaskInput(ClientInput before, Asker asker) {
        super(before.capabilities(), before instanceof ModernInput modern ? modern.answers() : JsonNodeFactory.instance.objectNode());
        this.asker = asker;
    }

    /** Waits on the thread that works on the task. */
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
        // a task that waited has its answers
    }
}
