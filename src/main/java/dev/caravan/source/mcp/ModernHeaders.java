package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.JsonValues;
import io.modelcontextprotocol.modern.JsonRpc;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.ToolParamHeaderAnnotations;
import io.modelcontextprotocol.modern.client.transport.McpHttpRequestHeaders;
import io.modelcontextprotocol.modern.client.transport.McpTransportRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The headers of a request of MCP 2026-07-28, some of which mirror its parts. A tool says with {@code x-mcp-header} in its schema which
 * arguments it wants there.
 */
final class ModernHeaders {

    /** {method: the member of its params that names what it is for}. */
    private static final Map<String, String> NAMES = Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri",
            "tasks/get", "taskId", "tasks/update", "taskId", "tasks/cancel", "taskId");

    /** {tool: the arguments that it wants in headers}. */
    private final Map<String, List<ToolParamHeaderAnnotations.Annotation>> tools = new ConcurrentHashMap<>();

    /** Takes the schemas of a page of {@code tools/list}. */
    void learn(JsonNode page) {
        page.path("tools").forEach(tool -> tools.put(tool.path("name").asText(), annotations(tool).valid()));
    }

    /** Removes the tools whose headers break the rules of the protocol. No client may call them. */
    void removeInvalid(ArrayNode list) {
        list.removeIf(tool -> !annotations(tool).isValid());
    }

    private static ToolParamHeaderAnnotations annotations(JsonNode tool) {
        Map<String, Object> schema = tool.get("inputSchema") instanceof ObjectNode given ? JsonValues.map(given) : Map.of();
        return ToolParamHeaderAnnotations.parse(new McpSchema.Tool("tool", null, null, schema, null, null, null, null));
    }

    /** Whether the schema of this tool was in a list. */
    boolean knows(String tool) {
        return tools.containsKey(tool);
    }

    Map<String, String> of(String method, JsonNode params) {
        McpTransportRequest.Builder request = McpTransportRequest.builder(new JsonRpc.JSONRPCRequest(method, "id"),
                ModernSession.REVISION);
        if (NAMES.containsKey(method)) {
            request.name(params.path(NAMES.get(method)).asText());
        }
        if (method.equals("tools/call")) {
            request.paramHeaders(mirrored(params));
        }
        Map<String, String> headers = new LinkedHashMap<>();
        McpHttpRequestHeaders.forRequest(request.build()).forEach(headers::put);
        return headers;
    }

    private Map<String, String> mirrored(JsonNode params) {
        Map<String, String> mirrored = new LinkedHashMap<>();
        tools.getOrDefault(params.path("name").asText(), List.of()).forEach(header -> {
            JsonNode value = params.path("arguments");
            for (String part : header.path()) {
                value = value.path(part);
            }
            if (value.isValueNode() && !value.isNull()) {
                mirrored.put(header.name(), value.asText());
            }
        });
        return mirrored;
    }
}
