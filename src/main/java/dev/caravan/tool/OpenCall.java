package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.ShownName;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Reads {@code params} of {@code tools/call} into a {@link ToolCall}, finds the tool in the caller's catalogue, and compares headers of a modern
 * request over HTTP with the arguments that they repeat.
 */
@Component("openCall")
class OpenCall implements Processor {

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_REASON = 300;

    private final ToolRegistry gateways;

    OpenCall(CamelContext context) {
        this.gateways = ToolRegistry.of(context);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        ToolCall call = read(request, CallContext.of(exchange));
        exchange.setProperty(ToolCall.PROPERTY, call);
        exchange.setProperty(Audited.PROPERTY, call);
        find(exchange, call);
        boolean http = exchange.getMessage().getHeader(Exchange.HTTP_METHOD) != null;
        if (http && request.revision().isModern()) {
            call.tool().spec().arguments().headers().check(call.arguments(), exchange.getMessage());
        }
    }

    private static ToolCall read(McpRequest request, CallContext context) throws McpException {
        JsonNode name = request.params().get("name");
        if (name == null || !name.isTextual()) {
            throw McpException.invalidParams("Invalid params: tools/call needs the string name");
        }
        JsonNode arguments = request.params().get("arguments");
        if (arguments != null && !arguments.isObject()) {
            throw McpException.invalidParams("Invalid params: arguments must be an object");
        }
        return new ToolCall(name.textValue(), arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments, context);
    }

    private void find(Exchange exchange, ToolCall call) throws McpException {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        call.catalogue(catalogue);
        Tool tool = catalogue.find(call.name()).orElse(null);
        if (tool == null || !ToolRights.of(exchange).check(spec(tool, call.name()).tags())) {
            throw McpException.invalidParams(catalogue.refusal(ShownName.of(call.name(), LONGEST_NAME)));
        }
        call.tool(tool);
    }

    /** @throws McpException if an older gateway stored a schema that can't be evaluated within bounds */
    private static ToolSpec spec(Tool tool, String name) throws McpException {
        try {
            return tool.spec();
        } catch (IllegalArgumentException e) {
            throw McpException.invalidParams("Tool " + ShownName.of(name, LONGEST_NAME) + " can't be called: "
                    + ShownName.of(e.getMessage().replace("argSchema", "its input_schema"), LONGEST_REASON));
        }
    }
}
