package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.camel.Exchange;

/**
 * One JSON-RPC message on its way through the gateway; the body of the exchange from {@code direct:mcp-message} on.
 *
 * @param revision the protocol revision it is in
 * @param kind     request, notification, or a legacy client's response to the server
 * @param id       string or integer as the client wrote it; null unless it is a request
 * @param method   the JSON-RPC method; null for a response
 * @param params   never null; empty if there were none
 */
public record McpRequest(Revision revision, Kind kind, JsonNode id, String method, ObjectNode params) {

    public enum Kind { REQUEST, NOTIFICATION, RESPONSE }

    /** The exchange property that holds the request while the body is something else. */
    public static final String PROPERTY = "mcpRequest";

    /** The exchange property with the method, for the router; absent unless the message is a request. */
    public static final String METHOD = "mcpMethod";

    /** The exchange property with the key of the MCP instance that is asked; absent: the gateway itself. */
    public static final String API_KEY = "apiKey";

    /** The request that the exchange carries. */
    public static McpRequest of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, McpRequest.class);
    }

    /** {@code params._meta}, or an empty object. */
    public ObjectNode meta() {
        return params.get("_meta") instanceof ObjectNode meta ? meta : JsonNodeFactory.instance.objectNode();
    }
}
