package dev.caravan.recall.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/** AOI's MCP proxy for the servers in {@code config/upstream.yaml}, whose names are the ids. */
@Component("localMcp")
public record LocalMcp(ObjectMapper mapper, StrictJson json) {

    /** Sets the server whose tools to list. */
    public void list(@ExchangeProperty("path") Map<String, String> path, Exchange exchange) {
        send(exchange, path, new HashMap<>());
        exchange.getMessage().setBody(null);
    }

    /** Sets the server and tool of a call {@code {tool_name, parameters}}, and prepares the arguments. */
    public void call(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, Exchange exchange) throws LocalReply.Failure {
        JsonNode call;
        try {
            call = json.read(body);
        } catch (MalformedJsonException e) {
            throw new LocalReply.Failure(400, "The body must be JSON: " + e.getMessage());
        }
        if (!call.path("tool_name").isTextual() || !call.path("parameters").isObject()) {
            throw new LocalReply.Failure(400, "tool_name must be text, and parameters an object");
        }
        Map<String, Object> headers = new HashMap<>();
        headers.put("CaravanUpstreamTool", call.get("tool_name").textValue());
        send(exchange, path, headers);
        exchange.getMessage().setBody(mapper.convertValue(call.get("parameters"), new TypeReference<Map<String, Object>>() { }));
    }

    private static void send(Exchange exchange, Map<String, String> path, Map<String, Object> headers) {
        Message message = exchange.getMessage();
        headers.put("CaravanUpstreamServer", path.get("mcp_id"));
        Long limit = message.getHeader("Caravan-Limit-Millis", Long.class);
        if (limit != null) {
            headers.put("CaravanUpstreamTimeout", limit);
        }
        message.setHeaders(headers);
    }

    /** Returns the tool's result, always with {@code isError}. */
    public JsonNode called(@Body ObjectNode result) {
        return result.put("isError", result.path("isError").asBoolean());
    }
}
