package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
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
        Message message = exchange.getMessage();
        String traceparent = given(request.meta().get("traceparent"), message.getHeader("traceparent", String.class));
        String language = given(request.meta().get("locale"), message.getHeader("Accept-Language", String.class));
        exchange.setProperty(ToolCall.PROPERTY, new ToolCall(name.textValue(),
                arguments == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) arguments,
                TraceIds.of(traceparent),
                exchange.getProperty(ToolCall.CALLER, String.class),
                Languages.preferred(language)));
    }

    private static String given(JsonNode meta, String header) {
        return meta != null && meta.isTextual() ? meta.textValue() : header;
    }
}
