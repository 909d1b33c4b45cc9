package dev.caravan.source.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ListPromptsResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourceTemplatesResult;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/**
 * Keeps results as the server sent them. The SDK's records drop unknown members, such as {@code execution} of a tool (MCP 2025-11-25), and
 * fail for an unknown type of content. One tool that the SDK can't read would make it fail for the whole list. The class wraps the real
 * transport, because transports read the results.
 */
final class RawResults extends PassingTransport {

    private static final String AS_SENT = "dev.caravan/as-sent";

    RawResults(McpClientTransport transport) {
        super(transport);
    }

    /** Returns the result as the server sent it. {@code meta} is the member {@code _meta} of what this transport has read. */
    static Map<?, ?> asSent(Map<String, Object> meta) {
        return meta != null && meta.get(AS_SENT) instanceof Map<?, ?> sent ? sent : Map.of();
    }

    /** Returns the entries of a page as the server sent them. */
    static List<?> entries(Map<String, Object> meta, String member) {
        return asSent(meta).get(member) instanceof List<?> entries ? entries : List.of();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        Object carrier = data instanceof Map<?, ?> sent ? carrier(sent, type.getType()) : null;
        return carrier == null ? super.unmarshalFrom(data, type) : (T) carrier;
    }

    /** Returns an empty record of the SDK that carries the result in its {@code _meta}. Returns null for another type. */
    private static Object carrier(Map<?, ?> sent, Type type) {
        Map<String, Object> meta = Map.of(AS_SENT, sent);
        String next = sent.get("nextCursor") instanceof String cursor ? cursor : null;
        if (type == ListToolsResult.class) {
            return new ListToolsResult(List.of(), next, meta);
        } else if (type == ListResourcesResult.class) {
            return new ListResourcesResult(List.of(), next, meta);
        } else if (type == ListResourceTemplatesResult.class) {
            return new ListResourceTemplatesResult(List.of(), next, meta);
        } else if (type == ListPromptsResult.class) {
            return new ListPromptsResult(List.of(), next, meta);
        } else if (type == CallToolResult.class) {
            return new CallToolResult(List.of(), null, null, meta);
        } else if (type == ReadResourceResult.class) {
            return new ReadResourceResult(List.of(), meta);
        } else if (type == GetPromptResult.class) {
            return new GetPromptResult(null, List.of(), meta);
        }
        return null;
    }
}
