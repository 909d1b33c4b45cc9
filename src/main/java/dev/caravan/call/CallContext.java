package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpRequest;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Who asks, under which trace, in which language, and since when.
 *
 * @param caller  as the exchange property {@value #CALLER} says
 * @param traceId 32 hex digits
 * @param locale  of messages for the caller
 * @param started as {@link System#nanoTime} says
 * @param conversation with the client, while the call runs
 * @param running what can end its route early
 * @param passed  headers that may be passed on, see {@link PassedHeaders}
 */
public record CallContext(String caller, String traceId, Locale locale, long started, Conversation conversation, Running running,
                          Map<String, String> passed) {

    /** Exchange properties that the route of a tool or a resource can read: who asks, and the W3C trace id. */
    public static final String CALLER = McpRequest.CALLER;
    public static final String TRACE_ID = "traceId";
    /** Exchange property of the entry: the caller was asked for a name, and has proved it. */
    public static final String NAMED = "callerIsNamed";
    /** Exchange property of the entry: the id of the MCP instance at which a named caller calls. */
    public static final String INSTANCE = "mcpInstance";

    /** From {@code _meta} of the request, or else from its headers. */
    public static CallContext of(Exchange exchange) {
        McpRequest request = McpRequest.of(exchange);
        Message message = exchange.getMessage();
        String traceparent = given(request.meta().get("traceparent"), message.getHeader("traceparent", String.class));
        String language = given(request.meta().get("locale"), message.getHeader("Accept-Language", String.class));
        return of(exchange, traceparent, language, Conversation.of(exchange));
    }

    /** From headers alone, of a request that is no JSON-RPC. */
    public static CallContext ofHeaders(Exchange exchange) {
        Message message = exchange.getMessage();
        return of(exchange, message.getHeader("traceparent", String.class), message.getHeader("Accept-Language", String.class), Conversation.NONE);
    }

    private static CallContext of(Exchange exchange, String traceparent, String language, Conversation conversation) {
        Map<String, String> passed = PassedHeaders.of(exchange.getMessage());
        if (traceparent != null) {
            passed.put("traceparent", traceparent);
        }
        if (language != null) {
            passed.put("accept-language", language);
        }
        return new CallContext(exchange.getProperty(CALLER, String.class), TraceIds.of(traceparent), Languages.preferred(language), System.nanoTime(),
                conversation, new Running(), passed);
    }

    private static String given(JsonNode meta, String header) {
        return meta != null && meta.isTextual() ? meta.textValue() : header;
    }

    /** Leaves on the exchange of a tool or a resource what its route may read. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(TRACE_ID, traceId);
        exchange.setProperty(CALLER, caller);
        exchange.setProperty(PassedHeaders.PROPERTY, passed);
        conversation.leaveOn(exchange);
    }

    public long tookMs() {
        return (System.nanoTime() - started) / 1_000_000;
    }
}
