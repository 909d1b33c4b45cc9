package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import java.util.LinkedHashMap;
import java.util.Map;

/** A call through the MCP proxy, as its audit event has it. */
final class ProxiedCall implements Audited {

    private static final int LONGEST_NAME = 128;

    private final CallContext context;
    private final Map<String, Object> subject = new LinkedHashMap<>();
    private final JsonNode arguments;
    private volatile String label = "INTERNAL_ERROR";

    ProxiedCall(CallContext context, String server, String tool, JsonNode arguments) {
        this.context = context;
        subject.put("mcpServer", ShownName.of(server, LONGEST_NAME));
        subject.put("tool", ShownName.of(tool, LONGEST_NAME));
        this.arguments = arguments;
    }

    @Override
    public CallContext context() {
        return context;
    }

    @Override
    public Map<String, Object> subject() {
        return subject;
    }

    @Override
    public JsonNode auditedArguments() {
        return arguments;
    }

    @Override
    public Metered metered() {
        return Metered.tool("recall-mcp-proxy");
    }

    @Override
    public String label() {
        return label;
    }

    /** AOI says {@code is_error} where MCP says {@code isError}. */
    void answered(JsonNode result) {
        label = result.path("isError").asBoolean() || result.path("is_error").asBoolean() ? "TOOL_ERROR" : "OK";
    }

    void failed(String name) {
        label = name;
    }
}
