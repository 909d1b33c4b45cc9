package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** For a request that goes on as a task: questions are the task's, and are waited for. What came with the request is answered already. */
public final class TaskInput extends AskedInput {

    /** Puts questions to whoever looks at the task. */
    public interface Asker {

        /**
         * @param questions {key: {method, params}}
         * @return {key: answer} of at least these, whatever they are worth
         */
        CompletableFuture<ObjectNode> ask(ObjectNode questions);
    }

    private final ObjectNode answers;
    private final Asker asker;

    /** @param before of the request, in the modern era */
    public TaskInput(ClientInput before, Asker asker) {
        super(before.capabilities());
        this.answers = before instanceof ModernInput modern ? modern.answers().deepCopy() : JsonNodeFactory.instance.objectNode();
        this.asker = asker;
    }

    @Override
    public boolean isModern() {
        return true;
    }

    @Override
    public void add(InputRequest question) throws McpException {
        if (!capabilities().has(question.capability())) {
            throw McpException.missingCapability(question.capability());
        }
        keep(question);
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

    private synchronized ObjectNode open() {
        ObjectNode open = JsonNodeFactory.instance.objectNode();
        asked().values().stream().filter(question -> !question.isAnswer(answers.get(question.key())))
                .forEach(question -> open.putObject(question.key()).put("method", question.kind().method()).set("params", question.params()));
        return open;
    }

    private synchronized void take(ObjectNode given) {
        answers.setAll(given);
    }

    private synchronized CompletableFuture<Map<String, ObjectNode>> answered() {
        Map<String, ObjectNode> given = new LinkedHashMap<>();
        for (InputRequest question : asked().values()) {
            if (!question.isAnswer(answers.get(question.key()))) {
                return CompletableFuture.failedFuture(new InputException(InputException.Reason.UNFIT, question.key()));
            }
            given.put(question.key(), (ObjectNode) answers.get(question.key()));
        }
        return CompletableFuture.completedFuture(given);
    }

    @Override
    public void check() {
        // a task that waited has its answers
    }
}
