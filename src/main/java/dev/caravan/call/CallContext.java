package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.McpRequest;
import java.util.Locale;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Who asks, under which trace, in which language, and since when.
 *
 * @param caller  as the exchange property {@value #CALLER} says
 * @param traceId 32 hex digits
 * @param locale  of messages for the caller
 * @param started as {@link System#nanoTime} says
 * @param progress of the call, where the client wants to hear of it; else null
 */
public record CallContext(String caller, String traceId, Locale locale, long started, Progress progress) {

    /** Exchange properties that the route of a tool or a resource can read: who asks, and the W3C trace id. */
    public static final String CALLER = "caller";
    public static final String TRACE_ID = "traceId";

    /** From {@code _meta} of the request, or else from its headers. */
    public static CallContext of(Exchange exchange) {
        McpRequest request = McpRequest.of(exchange);
        Message message = exchange.getMessage();
        String traceparent = given(request.meta().get("traceparent"), message.getHeader("traceparent", String.class));
        String language = given(request.meta().get("locale"), message.getHeader("Accept-Language", String.class));
        return new CallContext(exchange.getProperty(CALLER, String.class), TraceIds.of(traceparent),
                Languages.preferred(language), System.nanoTime(), Progress.of(exchange));
    }

    private static String given(JsonNode meta, String header) {
        return meta != null && meta.isTextual() ? meta.textValue() : header;
    }

    /** Leaves on the exchange of a tool or a resource what its route may read. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(TRACE_ID, traceId);
        exchange.setProperty(CALLER, caller);
        if (progress != null) {
            exchange.setProperty(Progress.PROPERTY, progress);
        }
    }

    public long tookMs() {
        return (System.nanoTime() - started) / 1_000_000;
    }
}
