package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.ClientCapabilities;
import dev.caravan.mcp.McpException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Reads answers from the request. If an answer is missing, the answer to the request is the question. */
final class ModernInput extends AskedInput.AnsweredInput {

    private final RequestState states;
    private final Supplier<String> binding;
    private ClientInput.InputRequiredException required;

    /**
     * Creates the input.
     *
     * @param answers {key: answer} of this round and of earlier ones, unchecked
     * @param binding identifies the request; only called when the client must be asked
     */
    ModernInput(ClientCapabilities capabilities, ObjectNode answers, RequestState states, Supplier<String> binding) {
        super(capabilities, answers);
        this.states = states;
        this.binding = binding;
    }

    @Override
    public synchronized CompletableFuture<Map<String, ObjectNode>> ask() throws ClientInput.InputRequiredException, McpException {
        Map<String, ObjectNode> given = given();
        ObjectNode open = open();
        if (!open.isEmpty()) {
            ObjectNode result = JsonNodeFactory.instance.objectNode().put("resultType", "input_required");
            result.set("inputRequests", open);
            result.put("requestState", states.seal(JsonNodeFactory.instance.objectNode().setAll(given), binding.get()));
            required = new ClientInput.InputRequiredException(result);
            throw required;
        }
        return CompletableFuture.completedFuture(given);
    }

    @Override
    public synchronized void check() throws ClientInput.InputRequiredException {
        if (required != null) {
            throw required;
        }
    }
}
