package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.CallMethod;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.springframework.stereotype.Component;

/** Implements {@code tools/call}. */
@Component
class ToolMethod implements CallMethod {

    private final ToolSteps steps;

    ToolMethod(ToolSteps steps) {
        this.steps = steps;
    }

    @Override
    public String name() {
        return "tools/call";
    }

    @Override
    public Call read(McpRequest request, CallContext context) throws McpException {
        JsonNode name = request.params().get("name");
        if (name == null || !name.isTextual()) {
            throw McpException.invalidParams("Invalid params: tools/call requires name, a string");
        }
        JsonNode arguments = request.params().get("arguments");
        if (arguments != null && !arguments.isObject()) {
            throw McpException.invalidParams("Invalid params: arguments must be an object");
        }
        return new ToolCall(name.textValue(), arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments, context, steps);
    }
}
