package dev.caravan.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Reads {@code params} of {@code prompts/get} into a {@link PromptGet}, and finds the prompt. */
@Component("openPrompt")
class OpenPrompt implements Processor {

    private static final int LONGEST_NAME = 64;

    private final PromptRegistry prompts;

    OpenPrompt(CamelContext context) {
        this.prompts = PromptRegistry.of(context);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        ObjectNode params = McpRequest.of(exchange).params();
        JsonNode name = params.get("name");
        if (name == null || !name.isTextual()) {
            throw McpException.invalidParams("Invalid params: prompts/get needs the string name");
        }
        PromptGet get = new PromptGet(name.textValue(), arguments(params.get("arguments")), CallContext.of(exchange));
        exchange.setProperty(PromptGet.PROPERTY, get);
        exchange.setProperty(Audited.PROPERTY, get);
        get.prompt(prompts.find(get.name(), get.context().rights()).orElseThrow(() -> McpException.invalidParams("Unknown prompt: " + get.shownName())));
    }

    private static ObjectNode arguments(JsonNode given) throws McpException {
        if (given == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (!(given instanceof ObjectNode object)) {
            throw McpException.invalidParams("Invalid params: arguments must be an object");
        }
        for (Map.Entry<String, JsonNode> argument : object.properties()) {
            if (!argument.getValue().isTextual()) {
                throw McpException.invalidParams("Invalid params: argument " + ShownName.of(argument.getKey(), LONGEST_NAME) + " must be a string");
            }
        }
        return object;
    }
}
