package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The headers that mirror parts of a request of MCP 2026-07-28. A tool says with {@code x-mcp-header} in its schema which arguments it
 * wants there.
 */
final class ModernHeaders {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
    private static final Set<String> PRIMITIVE = Set.of("string", "integer", "boolean");
    private static final String BASE64 = "=?base64?";
    private static final Map<String, String> NAMES = Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri",
            "tasks/get", "taskId", "tasks/update", "taskId", "tasks/cancel", "taskId");

    /** {tool: {path of an argument: name of its header}}. */
    private final Map<String, Map<List<String>, String>> tools = new ConcurrentHashMap<>();

    /** Takes the schemas of a page of {@code tools/list}. */
    void learn(JsonNode page) {
        for (JsonNode tool : page.path("tools")) {
            Map<List<String>, String> arguments = new LinkedHashMap<>();
            collect(tool.path("inputSchema"), List.of(), arguments);
            tools.put(tool.path("name").asText(), arguments);
        }
    }

    /** Removes the tools whose headers break the rules of the protocol. No client may call them. */
    void removeInvalid(ArrayNode list) {
        list.removeIf(tool -> !collect(tool.path("inputSchema"), List.of(), new LinkedHashMap<>()));
    }

    /** Whether the schema of this tool was in a list. */
    boolean knows(String tool) {
        return tools.containsKey(tool);
    }

    /** Adds the headers of a schema. Returns whether they keep the rules. */
    private static boolean collect(JsonNode schema, List<String> path, Map<List<String>, String> arguments) {
        boolean valid = true;
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            List<String> own = new ArrayList<>(path);
            own.add(property.getKey());
            JsonNode header = property.getValue().path("x-mcp-header");
            if (!header.isMissingNode()) {
                valid &= TOKEN.matcher(header.asText()).matches() && PRIMITIVE.contains(property.getValue().path("type").asText())
                        && header.isTextual() && arguments.values().stream().noneMatch(header.asText()::equalsIgnoreCase);
                arguments.put(own, header.asText());
            }
            valid &= collect(property.getValue(), own, arguments);
        }
        return valid;
    }

    Map<String, String> of(String method, JsonNode params) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", ModernSession.REVISION);
        headers.put("Mcp-Method", method);
        if (NAMES.containsKey(method)) {
            headers.put("Mcp-Name", encoded(params.path(NAMES.get(method)).asText()));
        }
        if (method.equals("tools/call")) {
            tools.getOrDefault(params.path("name").asText(), Map.of()).forEach((path, header) -> {
                JsonNode value = params.path("arguments");
                for (String part : path) {
                    value = value.path(part);
                }
                if (value.isValueNode() && !value.isNull()) {
                    headers.put("Mcp-Param-" + header, encoded(value.asText()));
                }
            });
        }
        return headers;
    }

    /** Returns the text as a header value, as Base64 if a header can't carry it as it is. */
    private static String encoded(String text) {
        boolean plain = text.equals(text.strip()) && !text.startsWith(BASE64) && text.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
        return plain ? text : BASE64 + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
