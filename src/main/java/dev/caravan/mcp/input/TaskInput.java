package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

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

    @Override
    public synchronized CompletableFuture<Map<String, ObjectNode>> ask() {
        ObjectNode open = JsonNodeFactory.instance.objectNode();
        asked().values().stream().filter(question -> !question.isAnswer(answers.get(question.key())))
                .forEach(question -> open.putObject(question.key()).put("method", question.kind().method()).set("params", question.params()));
        return open.isEmpty() ? CompletableFuture.completedFuture(given()) : asker.ask(open).handle(this::take).thenCompose(taken -> taken);
    }

    private synchronized CompletableFuture<Map<String, ObjectNode>> take(ObjectNode given, Throwable cancelled) {
        if (cancelled != null) {
            return CompletableFuture.failedFuture(new InputException(InputException.Reason.CANCELLED, ""));
        }
        answers.setAll(given);
        for (InputRequest question : asked().values()) {
            if (!question.isAnswer(answers.get(question.key()))) {
                return CompletableFuture.failedFuture(new InputException(InputException.Reason.UNFIT, question.key()));
            }
        }
        return CompletableFuture.completedFuture(given());
    }

    private Map<String, ObjectNode> given() {
        Map<String, ObjectNode> given = new LinkedHashMap<>();
        asked().keySet().forEach(key -> given.put(key, (ObjectNode) answers.get(key)));
        return given;
    }

    @Override
    public void check() {
        // a task that waited has its answers
    }
}
