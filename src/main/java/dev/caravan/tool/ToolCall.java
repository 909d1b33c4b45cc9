package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;

/** One {@code tools/call} on its way through {@code direct:call-tool}; exchange property {@value #PROPERTY}. */
public final class ToolCall implements Audited {

    static final String PROPERTY = "toolCall";

    /**
     * What a tool's route puts into an exchange property that begins so, for example {@code meta.matches}, becomes a member
     * of the envelope's {@code meta}; a {@link dev.caravan.envelope.Text}, or a list of them, in the caller's language.
     */
    public static final String META_PREFIX = "meta.";

    private static final int LONGEST_AUDITED_NAME = 128;

    private final String name;
    private final ObjectNode arguments;
    private final CallContext context;
    private final ObjectNode meta = JsonNodeFactory.instance.objectNode();
    private ToolCatalogue catalogue;
    private Tool tool;
    private Duration limit;
    private Outcome outcome;
    private Exception ending;
    private JsonNode result;
    private String json;

    ToolCall(String name, ObjectNode arguments, CallContext context) {
        this.name = name;
        this.arguments = arguments;
        this.context = context;
    }

    /** The same call, to be done anew as a task. */
    ToolCall again(CallContext anew, Duration limit) {
        ToolCall again = new ToolCall(name, arguments.deepCopy(), anew);
        again.catalogue = catalogue;
        again.tool = tool;
        again.limit = limit;
        return again;
    }

    /** How long it may take; null: as its tool says. */
    Duration limit() {
        return limit;
    }

    static ToolCall of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ToolCall.class);
    }

    String name() {
        return name;
    }

    @Override
    public JsonNode auditedArguments() {
        return arguments;
    }

    ObjectNode arguments() {
        return arguments;
    }

    @Override
    public CallContext context() {
        return context;
    }

    /** {@code {tool}} */
    @Override
    public Map<String, Object> subject() {
        return Map.of("tool", ShownName.of(name, LONGEST_AUDITED_NAME));
    }

    @Override
    public Metered metered() {
        return tool == null ? Metered.tool(Metered.UNKNOWN) : tool.metered();
    }

    @Override
    public String label() {
        if (tool == null) {
            return "UNKNOWN_TOOL";
        }
        return outcome == null ? "INTERNAL_ERROR" : outcome.label();
    }

    String traceId() {
        return context.traceId();
    }

    Locale locale() {
        return context.locale();
    }

    long tookMs() {
        return context.tookMs();
    }

    /** The tool that serves the call, once it is found. */
    Tool tool() {
        return tool;
    }

    void tool(Tool found) {
        this.tool = found;
    }

    /** Where it was found. */
    ToolCatalogue catalogue() {
        return catalogue;
    }

    void catalogue(ToolCatalogue callers) {
        this.catalogue = callers;
    }

    Outcome outcome() {
        return outcome;
    }

    void outcome(Outcome reached) {
        this.outcome = reached;
    }

    /** What the call ends with instead of an outcome: the protocol's own; null if it has an outcome. */
    Exception ending() {
        return ending;
    }

    void ending(Exception protocols) {
        this.ending = protocols;
    }

    /** What the route and the gateway add to {@code meta}. */
    ObjectNode additions() {
        return meta;
    }

    /** {@code {traceId, tookMs, …}}, as of now. */
    ObjectNode meta() {
        ObjectNode full = JsonNodeFactory.instance.objectNode().put("traceId", traceId()).put("tookMs", tookMs());
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
