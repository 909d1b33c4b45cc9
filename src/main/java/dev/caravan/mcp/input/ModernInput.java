package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.InterimResultException;
import dev.caravan.mcp.McpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Reads answers from the request. If an answer is missing, the answer to the request is the question. */
public class ModernInput extends ClientInput {

    /** {key: answer}, unchecked. The monitor of this object guards it. */
    private final ObjectNode answers;
    private final RequestState states;
    private final Supplier<String> binding;
    private InputRequiredException required;

    /**
     * Creates the input.
     *
     * @param answers {key: answer} of this round and of earlier ones, unchecked
     * @param binding identifies the request; only called when the client must be asked
     */
    ModernInput(ClientCapabilities capabilities, ObjectNode answers, RequestState states, Supplier<String> binding) {
        super(capabilities);
        this.answers = answers;
        this.states = states;
        this.binding = binding;
    }

    /** Creates an input with the answers that the other one has now. */
    protected ModernInput(ModernInput other) {
        this(other.capabilities(), other.answers(), other.states, other.binding);
    }

    private synchronized ObjectNode answers() {
        return answers.deepCopy();
    }

    final synchronized void take(ObjectNode more) {
        answers.setAll(more);
    }

    /** Returns {key: answer} of the questions that have a valid answer. */
    final synchronized Map<String, ObjectNode> given() {
        Map<String, ObjectNode> given = new LinkedHashMap<>();
        asked().forEach((key, question) -> {
            if (question.isAnswer(answers.get(key))) {
                given.put(key, (ObjectNode) answers.get(key));
            }
        });
        return given;
    }

    /** Returns {key: {method, params}} of the other questions. */
    final synchronized ObjectNode open() {
        ObjectNode open = JsonNodeFactory.instance.objectNode();
        asked().forEach((key, question) -> {
            if (!question.isAnswer(answers.get(key))) {
                open.putObject(key).put("method", question.kind().method()).set("params", question.params());
            }
        });
        return open;
    }

    @Override
    public synchronized CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException {
        Map<String, ObjectNode> given = given();
        ObjectNode open = open();
        if (!open.isEmpty()) {
            ObjectNode result = JsonNodeFactory.instance.objectNode().put("resultType", "input_required");
            result.set("inputRequests", open);
            result.put("requestState", states.seal(JsonNodeFactory.instance.objectNode().setAll(given), binding.get()));
            required = new InputRequiredException(result);
            throw required;
        }
        return CompletableFuture.completedFuture(given);
    }

    @Override
    public synchronized void check() throws InterimResultException {
        if (required != null) {
            throw required;
        }
    }
}
