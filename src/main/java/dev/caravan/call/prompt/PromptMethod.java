package dev.caravan.call.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.CallMethod;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Implements {@code prompts/get}. */
@Component
class PromptMethod implements CallMethod {

    private static final int LONGEST_NAME = 64;

    private final PromptRegistry prompts;
    private final PromptMessages messages;
    private final ObjectMapper mapper;
    private final DataSize defaultLimit;

    PromptMethod(CamelContext context, PromptMessages messages, ObjectMapper mapper, PromptProperties properties) {
        this.prompts = PromptRegistry.of(context);
        this.messages = messages;
        this.mapper = mapper;
        this.defaultLimit = properties.maxResult();
    }

    @Override
    public String name() {
        return "prompts/get";
    }

    @Override
    public Call read(McpRequest request, CallContext context) throws McpException {
        JsonNode name = request.params().get("name");
        if (name == null || !name.isTextual()) {
            throw McpException.invalidParams("Invalid params: prompts/get requires name, a string");
        }
        return new PromptGet(name.textValue(), arguments(request.params().get("arguments")), context, this);
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

    PromptRegistry prompts() {
        return prompts;
    }

    PromptMessages messages() {
        return messages;
    }

    /** @throws ToolException if the result exceeds the prompt's limit */
    void limit(ObjectNode result, PromptSpec spec) throws JsonProcessingException, ToolException {
        DataSize limit = spec.maxResult() == null ? defaultLimit : spec.maxResult();
        int size = mapper.writeValueAsBytes(result).length;
        if (size > limit.toBytes()) {
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("result.tooLarge", size, limit.toBytes()));
        }
    }
}
