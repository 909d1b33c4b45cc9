package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.BoundedNumbers;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import dev.caravan.mcp.McpRequest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Reads a message, classifies it and runs each {@link MessageCheck} on it. The checks find the caller, the rights, the session, the MCP
 * instance and the way to ask the client. A batch is only read here: each of its messages then passes this step separately.
 *
 * @param checks by the names of their beans
 */
@Component("admitRequest")
record AdmitRequest(StrictJson reader, McpProperties properties, BatchReplies batches, Map<String, MessageCheck> checks)
        implements Processor {

    static final String BATCH = "mcpBatch";

    /** The exchange property that is true when the message has {@link dev.caravan.json.BoundedNumbers#isMark marked} numbers. */
    static final String MARKED = "mcpMarkedNumbers";

    static final String ID = "mcpId";
    static final String ERA = "mcpEra";

    /** Limits the id, because each notification of a stream repeats it. */
    private static final int LONGEST_ID = 1_000;
    private static final ObjectNode NO_PARAMS = JsonNodeFactory.instance.objectNode();

    /** Names all checks, in their order. */
    private static final List<String> CHECKS = List.of(
            "identifyCaller", // finds the caller
            "authorizeMessage", // checks the caller's rights
            "checkSession",
            "openInstance", // finds the MCP instance
            "openInput", // finds the way to ask the client
            "offerTask", // decides whether the request may become a task
            "chooseCatalogue"); // chooses what lists of tools show

    AdmitRequest {
        if (!checks.keySet().equals(Set.copyOf(CHECKS))) {
            throw new IllegalStateException("The checks of a message are " + checks.keySet() + ", but " + CHECKS + " have an order");
        }
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        batches.check(exchange);
        if (!read(exchange)) {
            return;
        }
        recognise(exchange);
        for (String check : CHECKS) {
            checks.get(check).check(exchange);
        }
    }

    /**
     * Parses the bytes of the entry, unless the transport has parsed them already. The body becomes a {@link JsonNode}. A batch of revision
     * 2025-03-26 becomes a {@code List<JsonNode>}, with the exchange property {@value #BATCH} true.
     *
     * @return true for a single message, false for a batch
     */
    private boolean read(Exchange exchange) throws McpException {
        Message message = exchange.getMessage();
        JsonNode json = message.getBody() instanceof JsonNode already ? already : read(exchange, message.getBody(byte[].class));
        boolean batch = json.isArray() && !BatchReplies.isPart(exchange);
        exchange.setProperty(BATCH, batch);
        message.setBody(batch ? batch(json, revision(exchange, NO_PARAMS)) : json);
        return !batch;
    }

    private JsonNode read(Exchange exchange, byte[] bytes) throws McpException {
        try {
            return reader.readMarking(bytes == null ? new byte[0] : bytes, () -> exchange.setProperty(MARKED, true));
        } catch (MalformedJsonException e) {
            throw McpException.parseError("Parse error: " + e.getMessage());
        }
    }

    private List<JsonNode> batch(JsonNode json, Revision revision) throws McpException {
        if (!revision.allowsBatches()) {
            throw McpException.invalidRequest("Revision " + revision.date() + " has no batches. Send one message per request");
        }
        if (json.isEmpty()) {
            throw McpException.invalidRequest("Invalid request: the batch is empty");
        }
        if (json.size() > properties.maxBatch()) {
            throw McpException.invalidRequest("Invalid request: the batch has " + json.size()
                    + " messages; at most " + properties.maxBatch() + " are allowed");
        }
        List<JsonNode> messages = new ArrayList<>(json.size());
        json.forEach(messages::add);
        return messages;
    }

    /**
     * Decides the kind and the era of a JSON message, and sets it as {@link McpRequest} on the body and in the exchange property
     * {@value McpRequest#PROPERTY}. For a request it also sets {@value McpRequest#METHOD} and {@value #ERA} for the router.
     */
    private void recognise(Exchange exchange) throws McpException {
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
            throw McpException.invalidRequest(
                    "Invalid request: id must be an integer or a string of at most " + LONGEST_ID + " characters");
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
            ModernRules.check(request, exchange.getMessage());
        }
        if (id != null && given != null && given.isArray()) {
            throw McpException.invalidParams("Invalid params: params must be an object");
        }
        if (exchange.getProperty(MARKED, false, Boolean.class)) {
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

    /**
     * Checks what every request of revision 2026-07-28 must carry, in the specification's order. These are metadata in {@code _meta}
     * and, on HTTP, headers that mirror the body for intermediaries. The body is authoritative; a header that differs is refused.
     */
    private static final class ModernRules {

        /** {method: the parameter that its {@code Mcp-Name} header mirrors}. */
        private static final Map<String, String> NAMED = Map.of(
                "tools/call", "name",
                "prompts/get", "name",
                "resources/read", "uri",
                "tasks/get", "taskId",
                "tasks/update", "taskId",
                "tasks/cancel", "taskId");

        static void check(McpRequest request, Message message) throws McpException {
            boolean http = message.getHeader(Exchange.HTTP_METHOD) != null;
            String version = version(request, header(message, Headers.PROTOCOL_VERSION));
            if (http) {
                checkMirrored(Headers.PROTOCOL_VERSION, header(message, Headers.PROTOCOL_VERSION), version);
            }
            if (Revision.of(version).filter(Revision::isModern).isEmpty()) {
                throw McpException.unsupportedVersion(version);
            }
            if (http) {
                checkMirrored(Headers.METHOD, header(message, Headers.METHOD), request.method());
                checkName(request, message);
            }
            JsonNode logLevel = request.meta().get(Headers.META_LOG_LEVEL);
            if (logLevel != null && LogLevel.of(logLevel.textValue()).isEmpty()) {
                throw McpException.invalidParams("Invalid params: " + Headers.META_LOG_LEVEL + " must be one of " + LogLevel.words());
            }
        }

        private static String version(McpRequest request, String header) throws McpException {
            JsonNode meta = request.params().path("_meta");
            JsonNode version = meta.path(Headers.META_PROTOCOL_VERSION);
            if (!version.isTextual() && header != null && Revision.of(header).isEmpty()) {
                throw McpException.unsupportedVersion(header);
            }
            if (!version.isTextual()) {
                throw McpException.missingMetadata("Invalid params: _meta requires " + Headers.META_PROTOCOL_VERSION + ", a string");
            }
            if (!meta.path(Headers.META_CLIENT_CAPABILITIES).isObject()) {
                throw McpException.missingMetadata(
                    "Invalid params: _meta requires " + Headers.META_CLIENT_CAPABILITIES + ", an object");
            }
            return version.textValue();
        }

        private static void checkName(McpRequest request, Message message) throws McpException {
            String parameter = NAMED.get(request.method());
            if (parameter == null) {
                return;
            }
            JsonNode named = request.params().get(parameter);
            String header = header(message, Headers.NAME);
            if (named == null && header != null) {
                throw McpException.headerMismatch("Header " + Headers.NAME + " differs from params." + parameter + " of the body");
            }
            if (named != null) {
                checkMirrored(Headers.NAME, header == null ? null : Headers.decode(Headers.NAME, header), named.asText());
            }
        }

        private static void checkMirrored(String name, String header, String body) throws McpException {
            if (header == null) {
                throw McpException.headerMismatch("Header " + name + " is missing; requests of this revision require it");
            }
            if (!header.equals(body)) {
                throw McpException.headerMismatch("Header " + name + " differs from the body. Send the same value in both");
            }
        }

        private static String header(Message message, String name) {
            String value = message.getHeader(name, String.class);
            return value == null ? null : value.trim();
        }
    }
}
