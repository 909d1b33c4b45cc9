package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.CallMethod;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Implements {@code tools/call}. */
@Component
class ToolMethod implements CallMethod {

    private static final int LONGEST_NAME = 64;
    /** The members that are objects by the protocol, in either era. */
    private static final Set<String> OBJECTS = Set.of("_meta", "task", "inputResponses");

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
        if (arguments == null) {
            refuseOthers(request.params());
        }
        if (arguments != null && !arguments.isObject()) {
            throw McpException.invalidParams("Invalid params: arguments must be an object");
        }
        return new ToolCall(name.textValue(), arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments, context, steps);
    }

    /** Refuses objects that the client may have meant as the arguments, such as {@code args}: the call would run without them. */
    private static void refuseOthers(JsonNode params) throws McpException {
        for (Map.Entry<String, JsonNode> member : params.properties()) {
            if (member.getValue().isObject() && !OBJECTS.contains(member.getKey())) {
                throw McpException.invalidParams("Invalid params: tools/call takes the arguments of the tool as arguments, not as "
                        + ShownName.of(member.getKey(), LONGEST_NAME));
            }
        }
    }
}
