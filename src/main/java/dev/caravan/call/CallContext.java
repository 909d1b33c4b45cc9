package dev.caravan.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.ToolRights;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.TraceParent;
import dev.caravan.observe.Traces;
import dev.caravan.security.Caller;
import io.opentelemetry.context.Scope;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.MDC;

/**
 * The caller, trace, language and start of a call.
 *
 * @param caller       exchange property {@value #CALLER}
 * @param rights       rights of the caller
 * @param traceId      32 hex digits
 * @param locale       language of messages for the caller
 * @param started      start, as in {@link System#nanoTime}
 * @param conversation conversation with the client while the call runs
 * @param running      handle to end the route early
 * @param passed       headers to pass on, see {@link PassedHeaders}
 * @param span         span of the call; null without tracing
 * @param client       tells the client from others, see {@link McpRequest#CLIENT}; null if unknown
 * @param sender       who sent the request; null if nobody had to prove that
 */
public record CallContext(String caller, ToolRights rights, String traceId, Locale locale, long started, Conversation conversation,
        Running running, Map<String, String> passed, ClientSpan span, String client, Caller sender) {

    /** The exchange properties that a route can read: the caller and the W3C trace id. */
    public static final String CALLER = McpRequest.CALLER;
    public static final String TRACE_ID = "traceId";
    /** The exchange property of a tool, resource or prompt route with this object. */
    static final String PROPERTY = "callContext";
    /** The exchange property of the entry that says that the caller's name is authenticated. */
    public static final String NAMED = "callerIsNamed";
    /** The exchange property of the entry with the id of the MCP instance that a named caller calls. */
    public static final String INSTANCE = "mcpInstance";

    private static final int LONGEST_LANGUAGE = 256;

    /** Creates the context from {@code _meta} of the request, or else from its headers. */
    public static CallContext of(Exchange exchange) {
        return of(exchange, McpRequest.of(exchange).meta(), Conversation.of(exchange), Traces.of(exchange.getContext()));
    }

    /** Creates the context from headers, for a request without JSON-RPC. */
    public static CallContext ofHeaders(Exchange exchange) {
        return of(exchange, JsonNodeFactory.instance.objectNode(), Conversation.NONE, null);
    }

    private static CallContext of(Exchange exchange, ObjectNode meta, Conversation conversation, Traces traces) {
        Message message = exchange.getMessage();
        TraceParent parent = TraceParent.of(given(meta.get("traceparent"), message.getHeader("traceparent", String.class)));
        String language = language(given(meta.get("locale"), message.getHeader("Accept-Language", String.class)));
        ClientSpan span = traces == null ? null : traces.begin(exchange.getProperty(McpRequest.METHOD, "call", String.class), parent);
        Map<String, String> passed = PassedHeaders.of(message);
        if (span != null || parent != null) {
            passed.put("traceparent", span != null ? span.traceparent() : parent.toString());
        }
        if (language != null) {
            passed.put("accept-language", language);
        }
        return new CallContext(exchange.getProperty(CALLER, String.class), ToolRights.of(exchange),
                span == null ? traceId(parent) : span.traceId(), Text.locale(language), System.nanoTime(), conversation,
                new Running(exchange), passed, span, exchange.getProperty(McpRequest.CLIENT, String.class),
                exchange.getProperty(Caller.PROPERTY, Caller.class));
    }

    /** Returns null unless the text looks like languages, because it may come from JSON and becomes a header. */
    private static String language(String text) {
        return text != null && text.length() <= LONGEST_LANGUAGE && text.chars().allMatch(c -> c >= ' ' && c < 127) ? text : null;
    }

    private static String given(JsonNode meta, String header) {
        return meta != null && meta.isTextual() ? meta.textValue() : header;
    }

    /** Returns the caller's trace id from W3C {@code traceparent}, or a new one; 32 hex digits. */
    private static String traceId(TraceParent parent) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return parent != null ? parent.traceId()
                : HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong() | 1);
    }

    /** Sets the exchange properties that the route may read. */
    public void leaveOn(Exchange exchange) {
        exchange.setProperty(PROPERTY, this);
        exchange.setProperty(TRACE_ID, traceId);
        exchange.setProperty(CALLER, caller);
        exchange.setProperty(McpRequest.CLIENT, client);
        exchange.setProperty(Caller.PROPERTY, sender);
        exchange.setProperty(ToolRights.PROPERTY, rights);
        exchange.setProperty(PassedHeaders.PROPERTY, passed);
        conversation.leaveOn(exchange);
    }

    /**
     * Marks this thread as working on the call until the scope is closed. Its log lines have the trace id, the caller and the name; its
     * requests belong to the call's trace.
     *
     * @param name name of what is called; null if unknown
     */
    public CallScope enter(String name) {
        return new CallScope(this, name);
    }

    /** Ends the span of a call without an audit event. */
    public void endSpan(String name, String error) {
        if (span != null) {
            span.end(name, error);
        }
    }

    /** Returns the time since the start of the call, in milliseconds. */
    public long tookMs() {
        return (System.nanoTime() - started) / 1_000_000;
    }

    /**
     * The work of a thread on a call. Its log lines have {@code traceId}, {@code tool} (for resources and prompts their name) and
     * {@code caller}. Close the scope on the same thread.
     */
    public static final class CallScope implements AutoCloseable {

        private static final String TRACE_ID = "traceId";
        private static final String TOOL = "tool";
        private static final String CALLER = "caller";

        private final Scope traced;
        private final String formerTraceId;
        private final String formerTool;
        private final String formerCaller;

        CallScope(CallContext context, String name) {
            this.traced = context.span() == null ? null : context.span().enter();
            this.formerTraceId = replace(TRACE_ID, context.traceId());
            this.formerTool = replace(TOOL, name);
            this.formerCaller = replace(CALLER, context.caller());
        }

        private static String replace(String key, String value) {
            String former = MDC.get(key);
            put(key, value);
            return former;
        }

        private static void put(String key, String value) {
            if (value == null) {
                MDC.remove(key);
            } else {
                MDC.put(key, value);
            }
        }

        @Override
        public void close() {
            put(TRACE_ID, formerTraceId);
            put(TOOL, formerTool);
            put(CALLER, formerCaller);
            if (traced != null) {
                traced.close();
            }
        }
    }
}
