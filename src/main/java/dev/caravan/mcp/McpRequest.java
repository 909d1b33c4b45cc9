package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.apache.camel.Exchange;

/**
 * One JSON-RPC message. The step {@code admitRequest} makes it the body of the exchange.
 *
 * @param revision protocol revision of the message
 * @param kind     request, notification, or a legacy client's response to the server
 * @param id       string or integer as the client wrote it; null for a notification
 * @param method   JSON-RPC method; null for a response
 * @param params   parameters, never null, possibly empty; for a response the whole response
 */
public record McpRequest(Revision revision, Kind kind, JsonNode id, String method, ObjectNode params) {

    public enum Kind { REQUEST, NOTIFICATION, RESPONSE }

    /** The exchange property that holds the request while the body is something else. */
    public static final String PROPERTY = "mcpRequest";

    /** The exchange property with the method, for the router. Only requests have it. */
    public static final String METHOD = "mcpMethod";

    /** The exchange property with the API key of the addressed MCP instance. Absent means the gateway itself. */
    public static final String API_KEY = "apiKey";

    /** The exchange property with the toolsets that the address or the transport names: a name, or a list of names. */
    public static final String TOOLSETS = "toolsets";

    /** The exchange property with the query of the HTTP request, {name: value}. Absent on other transports. */
    public static final String QUERY = "query";

    /** The exchange property with the name of the caller. */
    public static final String CALLER = "caller";
    /** The exchange property that tells one client from others: its session, or its proven name. Absent if neither is known. */
    public static final String CLIENT = "mcpClient";

    /** The exchange property with the {@link Revision} of the request's session. Absent without a session. */
    public static final String NEGOTIATED = "mcpNegotiated";

    /** The exchange property with the id of the session that the reply starts. */
    public static final String SESSION_ID = "mcpSessionId";

    /** The exchange property with the method of a notification, for the router. */
    public static final String NOTIFICATION = "mcpNotification";

    /** Returns the request of the exchange. */
    public static McpRequest of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, McpRequest.class);
    }

    /** Returns the names of the toolsets that narrow what the message may use. */
    public static List<String> toolsets(Exchange exchange) {
        Object named = exchange.getProperty(TOOLSETS);
        return named == null ? List.of() : named instanceof List<?> several ? several.stream().map(String::valueOf).toList()
                : List.of(named.toString());
    }

    /** @throws McpException invalid params, if the parameter is no string */
    public String text(String parameter) throws McpException {
        return text(params, method, parameter);
    }

    /**
     * Returns a member of the params.
     *
     * @param owner name of the object in messages
     * @throws McpException invalid params, if the member is no string
     */
    public static String text(JsonNode object, String owner, String member) throws McpException {
        if (!object.path(member).isTextual()) {
            throw McpException.invalidParams("Invalid params: " + owner + " requires " + member + ", a string");
        }
        return object.get(member).textValue();
    }

    /** Returns {@code params._meta}, or an empty object. */
    public ObjectNode meta() {
        return params.get("_meta") instanceof ObjectNode meta ? meta : JsonNodeFactory.instance.objectNode();
    }
}
