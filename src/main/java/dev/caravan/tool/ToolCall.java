package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Outcome;
import java.util.Locale;
import org.apache.camel.Exchange;

/** One {@code tools/call} on its way through {@code direct:call-tool}; exchange property {@value #PROPERTY}. */
public final class ToolCall {

    static final String PROPERTY = "toolCall";

    /** Exchange properties that a tool's route can read: who calls, and the W3C trace id of the call. */
    public static final String CALLER = "caller";
    public static final String TRACE_ID = "traceId";

    /**
     * What a tool's route puts into an exchange property that begins so, for example {@code meta.matches}, becomes a member
     * of the envelope's {@code meta}; a {@link dev.caravan.envelope.Text}, or a list of them, in the caller's language.
     */
    public static final String META_PREFIX = "meta.";

    private final String name;
    private final ObjectNode arguments;
    private final String traceId;
    private final String caller;
    private final Locale locale;
    private final long started = System.nanoTime();
    private final ObjectNode meta = JsonNodeFactory.instance.objectNode();
    private ToolConsumer tool;
    private Outcome outcome;
    private JsonNode result;
    private String json;

    ToolCall(String name, ObjectNode arguments, String traceId, String caller, Locale locale) {
        this.name = name;
        this.arguments = arguments;
        this.traceId = traceId;
        this.caller = caller;
        this.locale = locale;
    }

    static ToolCall of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ToolCall.class);
    }

    String name() {
        return name;
    }

    ObjectNode arguments() {
        return arguments;
    }

    String traceId() {
        return traceId;
    }

    String caller() {
        return caller;
    }

    Locale locale() {
        return locale;
    }

    long tookMs() {
        return (System.nanoTime() - started) / 1_000_000;
    }

    /** The tool that serves the call, once it is found. */
    ToolConsumer tool() {
        return tool;
    }

    void tool(ToolConsumer found) {
        this.tool = found;
    }

    Outcome outcome() {
        return outcome;
    }

    void outcome(Outcome reached) {
        this.outcome = reached;
    }

    /** What the route and the gateway add to {@code meta}. */
    ObjectNode additions() {
        return meta;
    }

    /** {@code {traceId, tookMs, …}}, as of now. */
    ObjectNode meta() {
        ObjectNode full = JsonNodeFactory.instance.objectNode().put("traceId", traceId).put("tookMs", tookMs());
        return full.setAll(meta);
    }

    /** The result in its family's shape, and the same as text. */
    JsonNode result() {
        return result;
    }

    String json() {
        return json;
    }

    void result(JsonNode shaped, String text) {
        this.result = shaped;
        this.json = text;
    }
}
