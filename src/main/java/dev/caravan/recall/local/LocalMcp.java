package dev.caravan.recall.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import dev.caravan.recall.RecallException;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/** AOI's MCP proxy for the servers in {@code config/servers}, whose names are the ids. */
@Component("localMcp")
public record LocalMcp(ObjectMapper mapper, StrictJson json) {

    /** Sets the server whose tools to list. */
    public void list(@ExchangeProperty("path") Map<String, String> path, Exchange exchange) {
        send(exchange, path.get("mcp_id"), null);
    }

    /** Reads the body of a request to a local service. */
    static JsonNode object(StrictJson json, byte[] body) throws RecallException {
        try {
            if (json.read(body) instanceof ObjectNode object) {
                return object;
            }
            throw RecallException.of(RecallException.Kind.INVALID, "The body must be an object");
        } catch (MalformedJsonException e) {
            throw RecallException.of(RecallException.Kind.INVALID, "The body must be JSON: " + e.getMessage());
        }
    }

    /** Sets the server, the tool and the arguments of a call {@code {tool_name, parameters}}. */
    public void call(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, Exchange exchange) throws RecallException {
        JsonNode call = object(json, body);
        if (!call.path("tool_name").isTextual() || !call.path("parameters").isObject()) {
            throw RecallException.of(RecallException.Kind.INVALID, "tool_name must be text, and parameters an object");
        }
        send(exchange, path.get("mcp_id"), mapper.convertValue(call.get("parameters"), new TypeReference<Map<String, Object>>() { }));
        exchange.getMessage().setHeader("CaravanUpstreamTool", call.get("tool_name").textValue());
    }

    private static void send(Exchange exchange, String server, Object body) {
        Message message = exchange.getMessage();
        Object limit = message.getHeader("Caravan-Limit-Millis");
        message.setHeaders(new HashMap<>(Map.of("CaravanUpstreamServer", server)));
        message.setHeader("CaravanUpstreamTimeout", limit);
        message.setBody(body);
    }

    /** Returns the tool's result, always with {@code isError}. */
    public JsonNode called(@Body ObjectNode result) {
        return result.put("isError", result.path("isError").asBoolean());
    }
}
