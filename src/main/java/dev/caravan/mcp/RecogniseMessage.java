package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.BoundedNumbers;
import dev.caravan.mcp.McpRequest.Kind;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.springframework.stereotype.Component;

/**
 * Decides the kind and the era of a JSON message, and sets it as {@link McpRequest} on the body and in the exchange property
 * {@value McpRequest#PROPERTY}. For a request it also sets {@value McpRequest#METHOD} and {@value #ERA} for the router.
 */
@Component
class RecogniseMessage {

    static final String ID = "mcpId";
    static final String ERA = "mcpEra";

    /** Limits the id, because each notification of a stream repeats it. */
    private static final int LONGEST_ID = 1_000;
    private static final ObjectNode NO_PARAMS = JsonNodeFactory.instance.objectNode();

    private final ModernRules modernRules;

    RecogniseMessage(ModernRules modernRules) {
        this.modernRules = modernRules;
    }

    void recognise(Exchange exchange) throws McpException {
        Message message = exchange.getMessage();
        JsonNode json = message.getBody(JsonNode.class);
        if (!json.isObject()) {
            throw McpException.invalidRequest("Invalid request: a JSON-RPC message must be an object");
        }
        JsonNode id = readableId(json);
        exchange.setProperty(ID, id);
        McpRequest request = recognise(exchange, json, id);
        exchange.setProperty(McpRequest.PROPERTY, request);
        if (request.kind() == Kind.REQUEST) {
            exchange.setProperty(McpRequest.METHOD, request.method());
            exchange.setProperty(ERA, request.revision().isModern() ? "modern" : "legacy");
        } else if (request.kind() == Kind.NOTIFICATION) {
            exchange.setProperty(McpRequest.NOTIFICATION, request.method());
        }
        message.setBody(request);
    }

    private McpRequest recognise(Exchange exchange, JsonNode json, JsonNode id) throws McpException {
        if (!"2.0".equals(json.path("jsonrpc").textValue())) {
            throw McpException.invalidRequest("Invalid request: jsonrpc must be \"2.0\"");
        }
        if (json.has("id") && id == null) {
            throw McpException.invalidRequest("Invalid request: id must be an integer or a string of at most " + LONGEST_ID + " characters");
        }
        JsonNode method = json.get("method");
        if (method == null) {
            return response(exchange, json, id);
        }
        if (!method.isTextual()) {
            throw McpException.invalidRequest("Invalid request: method must be a string");
        }
        JsonNode given = json.get("params");
        if (given != null && !given.isContainerNode()) {
            throw McpException.invalidRequest("Invalid request: params must be an object");
        }
        ObjectNode params = given instanceof ObjectNode object ? object : NO_PARAMS;
        Revision revision = revision(exchange, params);
        McpRequest request = new McpRequest(revision, id == null ? Kind.NOTIFICATION : Kind.REQUEST, id, method.textValue(), params);
        if (id != null && revision.isModern()) {
            modernRules.check(request, exchange.getMessage());
        }
        if (id != null && given != null && given.isArray()) {
            throw McpException.invalidParams("Invalid params: params must be an object");
        }
        if (exchange.getProperty(ReadMessage.MARKED, false, Boolean.class)) {
            checkNumbers(request);
        }
        if ("initialize".equals(request.method()) && exchange.getProperty(Exchange.SPLIT_INDEX) != null) {
            throw McpException.invalidRequest("Invalid request: initialize can't be part of a batch");
        }
        return request;
    }

    /** Refuses numbers beyond the limit, except in a tool's arguments, where they are an error of the tool. */
    private static void checkNumbers(McpRequest request) throws McpException {
        for (Map.Entry<String, JsonNode> param : request.params().properties()) {
            boolean ofTool = "tools/call".equals(request.method()) && "arguments".equals(param.getKey());
            if (!ofTool && BoundedNumbers.hasMark(param.getValue())) {
                throw McpException.invalidParams("Invalid params: " + BoundedNumbers.MESSAGE);
            }
        }
    }

    private McpRequest response(Exchange exchange, JsonNode json, JsonNode id) throws McpException {
        Revision revision = revision(exchange, NO_PARAMS);
        boolean isResponse = id != null && (json.has("result") || json.has("error"));
        if (!isResponse) {
            throw McpException.invalidRequest("Invalid request: method is missing");
        }
        if (revision.isModern()) {
            throw McpException.invalidRequest("Invalid request: clients must not send responses in revision " + revision.date());
        }
        return new McpRequest(revision, Kind.RESPONSE, id, null, (ObjectNode) json);
    }

    /**
     * Returns the revision of a message. It is modern if {@code _meta} names a protocol version, even an unknown one, or if the header
     * names a version that is no supported legacy revision. The method is never considered. Without a header, the session decides.
     */
    private static Revision revision(Exchange exchange, ObjectNode params) {
        if (params.path("_meta").has(Headers.META_PROTOCOL_VERSION)) {
            return Revision.V2026_07_28;
        }
        String header = exchange.getMessage().getHeader(Headers.PROTOCOL_VERSION, String.class);
        if (header == null) {
            return exchange.getProperty(McpRequest.NEGOTIATED, Revision.ASSUMED, Revision.class);
        }
        return Revision.legacy(header.trim()).orElse(Revision.V2026_07_28);
    }

    private static JsonNode readableId(JsonNode json) {
        JsonNode id = json.get("id");
        return id != null && (id.isTextual() && id.textValue().length() <= LONGEST_ID || id.isIntegralNumber()) ? id : null;
    }
}
