package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.Exchange;

/**
 * One JSON-RPC message on its way through the gateway; the body of the exchange once the step {@code admitRequest} has read it.
 *
 * @param revision the protocol revision it is in
 * @param kind     request, notification, or a legacy client's response to the server
 * @param id       string or integer as the client wrote it; null of a notification
 * @param method   the JSON-RPC method; null for a response
 * @param params   never null; empty if there were none. Of a response, the whole of it
 */
public record McpRequest(Revision revision, Kind kind, JsonNode id, String method, ObjectNode params) {

    public enum Kind { REQUEST, NOTIFICATION, RESPONSE }

    /** The exchange property that holds the request while the body is something else. */
    public static final String PROPERTY = "mcpRequest";

    /** The exchange property with the method, for the router; absent unless the message is a request. */
    public static final String METHOD = "mcpMethod";

    /** The exchange property with the key of the MCP instance that is asked; absent: the gateway itself. */
    public static final String API_KEY = "apiKey";

    /** The exchange property with who asks. */
    public static final String CALLER = "caller";

    /** The exchange property with the {@link Revision} that the session of the request has; absent: it is of none. */
    public static final String NEGOTIATED = "mcpNegotiated";

    /** The exchange property with the id of the session that the reply begins. */
    public static final String SESSION_ID = "mcpSessionId";

    /** The exchange property with the method of a notification, for the router. */
    public static final String NOTIFICATION = "mcpNotification";

    /** The request that the exchange carries. */
    public static McpRequest of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, McpRequest.class);
    }

    /** {@code params._meta}, or an empty object. */
    public ObjectNode meta() {
        return params.get("_meta") instanceof ObjectNode meta ? meta : JsonNodeFactory.instance.objectNode();
    }
}
