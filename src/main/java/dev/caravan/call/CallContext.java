package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import dev.caravan.trace.CallSpan;
import dev.caravan.trace.TraceParent;
import dev.caravan.trace.Traces;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Who asks, under which trace, in which language, and since when.
 *
 * @param caller  as the exchange property {@value #CALLER} says
 * @param rights  of the caller
 * @param traceId 32 hex digits
 * @param locale  of messages for the caller
 * @param started as {@link System#nanoTime} says
 * @param conversation with the client, while the call runs
 * @param running what can end its route early
 * @param passed  headers that may be passed on, see {@link PassedHeaders}
 * @param span    of the call in traces; null where none is made
 */
public record CallContext(String caller, ToolRights rights, String traceId, Locale locale, long started, Conversation conversation, Running running,
                          Map<String, String> passed, CallSpan span) {

    /** Exchange properties that the route of a tool or a resource can read: who asks, and the W3C trace id. */
    public static final String CALLER = McpRequest.CALLER;
    public static final String TRACE_ID = "traceId";
    /** Exchange property of the routes of a tool, a resource or a prompt: the whole of this. */
    static final String PROPERTY = "callContext";
    /** Exchange property of the entry: the caller was asked for a name, and has proved it. */
    public static final String NAMED = "callerIsNamed";
    /** Exchange property of the entry: the id of the MCP instance at which a named caller calls. */
    public static final String INSTANCE = "mcpInstance";

    private static final int LONGEST_LANGUAGE = 256;

    /** From {@code _meta} of the request, or else from its headers. */
    public static CallContext of(Exchange exchange) {
        McpRequest request = McpRequest.of(exchange);
        Message message = exchange.getMessage();
        String traceparent = given(request.meta().get("traceparent"), message.getHeader("traceparent", String.class));
        String language = language(given(request.meta().get("locale"), message.getHeader("Accept-Language", String.class)));
        TraceParent parent = TraceParent.of(traceparent);
        Traces traces = Traces.of(exchange.getContext());
        CallSpan span = traces == null ? null : traces.begin(exchange.getProperty(McpRequest.METHOD, "call", String.class), parent);
        return of(exchange, parent == null ? null : parent.toString(), language, Conversation.of(exchange), TraceIds.of(parent), span);
    }

    /** From headers alone, of a request that is no JSON-RPC. */
    public static CallContext ofHeaders(Exchange exchange) {
        Message message = exchange.getMessage();
        String traceparent = message.getHeader("traceparent", String.class);
        TraceParent parent = TraceParent.of(traceparent);
        return of(exchange, parent == null ? null : parent.toString(), language(message.getHeader("Accept-Language", String.class)), Conversation.NONE, TraceIds.of(parent), null);
    }

    private static CallContext of(Exchange exchange, String traceparent, String language, Conversation conversation,
            String traceId, CallSpan span) {
        Map<String, String> passed = PassedHeaders.of(exchange.getMessage());
        if (span != null) {
            passed.put("traceparent", span.traceparent());
        } else if (traceparent != null) {
            passed.put("traceparent", traceparent);
        }
        if (language != null) {
            passed.put("accept-language", language);
        }
        return new CallContext(exchange.getProperty(CALLER, String.class), ToolRights.of(exchange), span == null ? traceId : span.traceId(), Languages.preferred(language),
                System.nanoTime(), conversation, new Running(), passed, span);
    }

    /** It may come from JSON and goes on as a header: null unless it looks like languages. */
    private static String language(String text) {
        return text != null && text.length() <= LONGEST_LANGUAGE && text.chars().allMatch(c -> c >= ' ' && c < 127) ? text : null;
    }

    private static String given(JsonNode meta, String header) {
        return meta != null && meta.isTextual() ? meta.textValue() : header;
    }

    /** Leaves on the exchange of a tool or a resource what its route may read. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
        exchange.setProperty(TRACE_ID, traceId);
        exchange.setProperty(CALLER, caller);
        exchange.setProperty(ToolRights.PROPERTY, rights);
        exchange.setProperty(PassedHeaders.PROPERTY, passed);
        conversation.leaveOn(exchange);
    }

    /**
     * This thread works on the call till the scope is closed: what it logs has the trace id, the caller and that name, and what it asks of others is
     * in the call's trace.
     *
     * @param name of what was called; null if that isn't known
     */
    public CallScope enter(String name) {
        return new CallScope(this, name);
    }

    /** Of a call that leaves no audit event. */
    public void endSpan(String name, String error) {
        if (span != null) {
            span.end(name, error);
        }
    }

    public long tookMs() {
        return (System.nanoTime() - started) / 1_000_000;
    }
}
