package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Answers come with the request; where one is missing the request is answered with the question. */
final class ModernInput extends AskedInput {

    private final ObjectNode answers;
    private final RequestState states;
    private final String binding;
    private InputRequiredException required;

    /** @param answers {key: answer} of this round and of those before, whatever they are worth */
    ModernInput(ClientCapabilities capabilities, ObjectNode answers, RequestState states, String binding) {
        super(capabilities);
        this.answers = answers;
        this.states = states;
        this.binding = binding;
    }

    /** {key: answer} that came with the request, whatever they are worth. */
    ObjectNode answers() {
        return answers;
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
    public synchronized CompletableFuture<Map<String, ObjectNode>> ask() throws InputRequiredException, McpException {
        Map<String, ObjectNode> given = new LinkedHashMap<>();
        ObjectNode open = JsonNodeFactory.instance.objectNode();
        for (InputRequest question : asked().values()) {
            if (question.isAnswer(answers.get(question.key()))) {
                given.put(question.key(), (ObjectNode) answers.get(question.key()));
            } else {
                open.putObject(question.key()).put("method", question.kind().method()).set("params", question.params());
            }
        }
        if (!open.isEmpty()) {
            ObjectNode result = JsonNodeFactory.instance.objectNode().put("resultType", "input_required");
            result.set("inputRequests", open);
            result.put("requestState", states.seal(JsonNodeFactory.instance.objectNode().setAll(given), binding));
            required = new InputRequiredException(result);
            throw required;
        }
        return CompletableFuture.completedFuture(given);
    }

    @Override
    public synchronized void check() throws InputRequiredException {
        if (required != null) {
            throw required;
        }
    }
}
