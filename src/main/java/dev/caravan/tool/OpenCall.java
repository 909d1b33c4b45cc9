package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Reads {@code params} of {@code tools/call} into a {@link ToolCall}. */
@Component("openCall")
class OpenCall implements Processor {

    @Override
    public void process(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        JsonNode name = request.params().get("name");
        if (name == null || !name.isTextual()) {
            throw McpException.invalidParams("Invalid params: tools/call needs the string name");
        }
        JsonNode arguments = request.params().get("arguments");
        if (arguments != null && !arguments.isObject()) {
            throw McpException.invalidParams("Invalid params: arguments must be an object");
        }
        ToolCall call = new ToolCall(name.textValue(),
                arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments, CallContext.of(exchange));
        exchange.setProperty(ToolCall.PROPERTY, call);
        exchange.setProperty(Audited.PROPERTY, call);
    }
}
