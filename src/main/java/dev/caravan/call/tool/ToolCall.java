package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.Audited;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.routes.Gate;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;

/** One {@code tools/call}. */
public final class ToolCall extends Call implements Audited {

    /**
     * The prefix of exchange properties, for example {@code meta.matches}, that become members of the envelope's {@code meta}. A
     * {@link dev.caravan.envelope.Text} or a list of them is written in the caller's language.
     */
    public static final String META_PREFIX = "meta.";

    private static final int LONGEST_AUDITED_NAME = 128;

    private String name;
    private ObjectNode arguments;
    private final ToolSteps steps;
    private final ObjectNode meta = JsonNodeFactory.instance.objectNode();
    private boolean forwarded;
    private ToolCatalogue catalogue;
    private Tool tool;
    private Duration limit;
    private Outcome outcome;
    private JsonNode result;
    private String json;
    private boolean linkable;
    private ObjectNode link;

    ToolCall(String name, ObjectNode arguments, CallContext context, ToolSteps steps) {
        super(context);
        this.name = name;
        this.arguments = arguments;
        this.steps = steps;
    }

    /** Returns the same call to run again as a task. */
    ToolCall again(CallContext anew, Duration limit) {
        ToolCall again = new ToolCall(name, arguments.deepCopy(), anew, steps);
        again.catalogue = catalogue;
        again.tool = tool;
        again.limit = limit;
        again.forwarded = forwarded;
        again.linkable = linkable;
        return again;
    }

    @Override
    protected void find(Exchange exchange) throws McpException, ToolException {
        steps.find(exchange, this);
    }

    @Override
    protected boolean admit(Exchange exchange, AsyncCallback callback) {
        return steps.admit(exchange, this, callback);
    }

    @Override
    protected Gate gate() {
        return tool.gate();
    }

    @Override
    protected void refresh() throws ToolException {
        steps.refresh(this);
    }

    @Override
    public CompletableFuture<Object> run() {
        ran(true);
        return steps.run(this);
    }

    @Override
    public void leave(Object result) {
        ToolSteps.Result left = (ToolSteps.Result) result;
        if (tool.spec().family() == Family.CALL) {
            forward(left.data());
            return;
        }
        meta.setAll(left.additions());
        outcome = new Outcome.Success(left.data());
    }

    /** Continues as the call {@code {name, arguments}}, which is found, checked, admitted and audited like a call of its client. */
    private void forward(JsonNode named) {
        if (!named.path("name").isTextual() || !(named.path("arguments").isMissingNode() || named.path("arguments").isObject())) {
            throw new IllegalStateException("Tool " + name + " left a body that is not {name, arguments}");
        }
        name = named.get("name").textValue();
        arguments = named.get("arguments") instanceof ObjectNode given ? given.deepCopy() : JsonNodeFactory.instance.objectNode();
        tool = null;
        forwarded = true;
        ran(false);
    }

    @Override
    public boolean isForwarded() {
        return forwarded && outcome == null; // a task begins with the call that was named, and runs it once
    }

    @Override
    protected void fail(Exception cause, String code, McpRequest request) {
        outcome = steps.failure(this, cause, code);
    }

    @Override
    protected ObjectNode answer(McpRequest request) throws JsonProcessingException {
        return steps.answer(this);
    }

    @Override
    public Duration timeout() {
        return limit == null ? tool.spec().timeout() : limit;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonNode auditedArguments() {
        return arguments;
    }

    ObjectNode arguments() {
        return arguments;
    }

    /** Returns {@code {tool}}. */
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
        if (earlier() != null) {
            return "REPEATED";
        }
        if (tool == null) {
            return "UNKNOWN_TOOL";
        }
        return outcome == null ? "INTERNAL_ERROR" : outcome.label();
    }

    String traceId() {
        return context().traceId();
    }

    Locale locale() {
        return context().locale();
    }

    long tookMs() {
        return context().tookMs();
    }

    /** Returns the tool that serves the call; null until it is found. */
    Tool tool() {
        return tool;
    }

    void tool(Tool found) {
        this.tool = found;
    }

    /** Returns the catalogue in which the tool was found. */
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

    /** Records that the call begins; see {@link #beginOnce}. */
    void begin() throws Exception {
        beginOnce();
    }

    /** Returns whether the client can read resources, so that its result may contain a link. */
    boolean isLinkable() {
        return linkable;
    }

    void linkable(boolean readsResources) {
        this.linkable = readsResources;
    }

    /** Returns the link to the whole result; null if the result is whole. */
    ObjectNode link() {
        return link;
    }

    void link(String uri, long bytes) {
        link = JsonNodeFactory.instance.objectNode().put("type", "resource_link").put("uri", uri).put("name", name + " result")
                .put("description", Text.of("result.link").in(locale())).put("mimeType", "application/json").put("size", bytes);
    }

    /** Returns the additions of the route and the gateway to {@code meta}. */
    ObjectNode additions() {
        return meta;
    }

    /** Returns the current {@code {traceId, tookMs, …}}. */
    ObjectNode meta() {
        ObjectNode full = JsonNodeFactory.instance.objectNode().put("traceId", traceId()).put("tookMs", tookMs());
        return full.setAll(meta);
    }

    /** Returns the result in its family's shape; {@link #json} is the same as text. */
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
