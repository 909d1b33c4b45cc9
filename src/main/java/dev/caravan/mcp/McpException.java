package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A JSON-RPC error with its code, message and data, and the HTTP status of the reply (MCP, base protocol, errors).
 *
 * <p>An error about a well-formed legacy request has status 200, because legacy clients lose the body of other statuses.
 */
public class McpException extends Exception {

    public static final int PARSE_ERROR = -32700;
    public static final int INVALID_REQUEST = -32600;
    public static final int METHOD_NOT_FOUND = -32601;
    public static final int INVALID_PARAMS = -32602;
    public static final int INTERNAL_ERROR = -32603;
    public static final int RESOURCE_NOT_FOUND = -32002;
    public static final int HEADER_MISMATCH = -32020;
    public static final int MISSING_CAPABILITY = -32021;
    public static final int UNSUPPORTED_VERSION = -32022;

    private final int code;
    private final int status;
    private final transient JsonNode data;

    private final transient Map<String, String> headers;
    /** {language that the caller prefers: message}. */
    private final transient UnaryOperator<String> words;

    private McpException(int status, int code, String message, JsonNode data) {
        this(status, code, message, data, Map.of());
    }

    private McpException(int status, int code, String message, JsonNode data, Map<String, String> headers) {
        this(status, code, message, any -> message, data, headers);
    }

    private McpException(int status, int code, String message, UnaryOperator<String> words, JsonNode data, Map<String, String> headers) {
        super(message, null, false, false);
        this.words = words;
        this.status = status;
        this.code = code;
        this.data = data;
        this.headers = headers;
    }

    /** The body is not JSON, or it is nested too deeply: 400. */
    public static McpException parseError(String message) {
        return new McpException(400, PARSE_ERROR, message, null);
    }

    /** The body is JSON but no JSON-RPC 2.0 message of this revision: 400. */
    public static McpException invalidRequest(String message) {
        return new McpException(400, INVALID_REQUEST, message, null);
    }

    /** The method is unknown: 404 in the modern era, 200 before. */
    public static McpException methodNotFound(String method, Revision revision) {
        return new McpException(revision.isModern() ? 404 : 200, METHOD_NOT_FOUND, "Method not found: " + method, null);
    }

    /** The method does not accept these parameters, for example an unknown tool, a bad cursor or a missing name: 200. */
    public static McpException invalidParams(String message) {
        return new McpException(200, INVALID_PARAMS, message, null);
    }

    /** The same with the message in several languages. @param words by the language that the caller prefers, null if it names none */
    public static McpException invalidParams(UnaryOperator<String> words) {
        return new McpException(200, INVALID_PARAMS, words.apply(null), words, null, Map.of());
    }

    /** A required {@code _meta} key of a modern request is missing or has the wrong type: 400. */
    public static McpException missingMetadata(String message) {
        return new McpException(400, INVALID_PARAMS, message, null);
    }

    /** A mirrored header is missing, malformed or different from the body: 400. */
    public static McpException headerMismatch(String message) {
        return new McpException(400, HEADER_MISMATCH, message, null);
    }

    /** Caravan does not support the revision: 400, with {@code data:{supported:[…],requested}}. */
    public static McpException unsupportedVersion(String requested) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ArrayNode supported = data.putArray("supported");
        Revision.supported().forEach(supported::add);
        data.put("requested", requested);
        return new McpException(400, UNSUPPORTED_VERSION, "Unsupported protocol version: " + requested, data);
    }

    /**
     * The request requires a capability that its client does not declare: 400, with {@code data:{requiredCapabilities}}.
     *
     * @param capability such as {@code sampling} or {@code elicitation.url}
     */
    public static McpException missingCapability(String capability) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set("requiredCapabilities", ClientCapabilities.only(capability));
        return new McpException(400, MISSING_CAPABILITY, "The request requires the client capability " + capability, data);
    }

    /** The resource doesn't exist: -32002, from 2026-07-28 on -32602, with {@code data:{uri}}: 200. */
    public static McpException resourceNotFound(String uri, Revision revision) {
        return resourceNotFound(uri, revision, "Resource not found");
    }

    /** The same, with the reason. */
    public static McpException resourceNotFound(String uri, Revision revision, String reason) {
        return new McpException(200, revision.isModern() ? INVALID_PARAMS : RESOURCE_NOT_FOUND, reason,
                JsonNodeFactory.instance.objectNode().put("uri", uri));
    }

    /** No enabled MCP instance has the API key of the address: 404. */
    public static McpException noSuchInstance() {
        return new McpException(404, INVALID_REQUEST, "No enabled MCP instance has this API key. Check the key in the address", null);
    }

    /** The caller may not do this, or not now: 401, 403 or 429, with the HTTP headers that tell what to do. */
    public static McpException refused(int status, String message, Map<String, String> headers) {
        return new McpException(status, INVALID_REQUEST, message, null, headers);
    }

    /** The client or its transport does not accept this kind of answer: 406. */
    public static McpException notAcceptable(String message) {
        return new McpException(406, INVALID_REQUEST, message, null);
    }

    /** The request requires an extension that its client does not declare: 400. */
    public static McpException missingExtension(String name) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("requiredCapabilities").putObject("extensions").putObject(name);
        return new McpException(400, MISSING_CAPABILITY, "The request requires the client extension " + name, data);
    }

    /** The request can't be answered now but may be later: 503. */
    public static McpException unavailable(String message) {
        return new McpException(503, INTERNAL_ERROR, message, null);
    }

    /** The request failed for a reason that the caller may read: 200. */
    public static McpException failed(String message) {
        return new McpException(200, INTERNAL_ERROR, message, null);
    }

    /** The gateway itself failed. The message gives no details. */
    public static McpException internalError() {
        return failed("Internal error");
    }

    /** Returns the same error with its message for a caller who prefers this language. */
    McpException in(String language) {
        return new McpException(status, code, words.apply(language), words, data, headers);
    }

    /** Returns the JSON-RPC error: {@code {code, message, data?}}. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("code", code).put("message", getMessage());
        if (data != null) {
            json.set("data", data);
        }
        return json;
    }

    /** Returns the JSON-RPC error code. */
    public int code() {
        return code;
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the HTTP headers of the reply. */
    public Map<String, String> headers() {
        return headers;
    }
}
