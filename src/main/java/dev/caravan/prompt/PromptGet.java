package dev.caravan.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;

/** One {@code prompts/get} on its way through {@code direct:get-prompt}; exchange property {@value #PROPERTY}. */
final class PromptGet implements Audited {

    static final String PROPERTY = "promptGet";

    private static final int LONGEST_NAME = 64;

    private final String name;
    private final ObjectNode given;
    private final CallContext context;
    private PromptConsumer prompt;
    private Map<String, String> arguments;
    private ObjectNode result;
    private String label = "UNKNOWN_PROMPT";

    /** @param given the arguments; strings all of them */
    PromptGet(String name, ObjectNode given, CallContext context) {
        this.name = name;
        this.given = given;
        this.context = context;
    }

    static PromptGet of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, PromptGet.class);
    }

    @Override
    public CallContext context() {
        return context;
    }

    /** {@code {prompt}} */
    @Override
    public Map<String, Object> subject() {
        return Map.of("prompt", shownName());
    }

    @Override
    public JsonNode auditedArguments() {
        return given;
    }

    @Override
    public Metered metered() {
        return Metered.prompt(prompt == null ? Metered.UNKNOWN : prompt.spec().name());
    }

    @Override
    public String label() {
        return label;
    }

    String name() {
        return name;
    }

    String shownName() {
        return ShownName.of(name, LONGEST_NAME);
    }

    PromptConsumer prompt() {
        return prompt;
    }

    /**
     * The prompt is found; takes the arguments that it has, and leaves others aside.
     *
     * @throws McpException invalid params, if a required one is missing
     */
    void prompt(PromptConsumer found) throws McpException {
        Map<String, String> known = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (PromptArgument argument : found.spec().arguments()) {
            JsonNode value = given.get(argument.name());
            if (value != null) {
                known.put(argument.name(), value.textValue());
            } else if (argument.required()) {
                missing.add(argument.name());
            }
        }
        if (!missing.isEmpty()) {
            label = "INVALID_ARGUMENT";
            throw McpException.invalidParams("Invalid params: prompt " + found.spec().name() + " needs " + String.join(", ", missing));
        }
        prompt = found;
        arguments = known;
    }

    /** Those that the prompt has, once it is found. */
    Map<String, String> arguments() {
        return arguments;
    }

    /** Of {@code prompts/get}, once it is there; nobody else's. */
    ObjectNode result() {
        return result;
    }

    void succeeded(ObjectNode got) {
        this.result = got;
        this.label = "OK";
    }

    void failed(String why) {
        this.label = why;
    }
}
