package dev.caravan.upstream;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Keeps pages of {@code tools/list} as the server sent them. The SDK's record of a tool drops unknown members, such as {@code execution} (MCP
 * 2025-11-25). One tool that the SDK can't read would make it fail for the whole list. The class wraps the real transport, because transports read
 * the results.
 */
final class ToolPages implements McpClientTransport {

    private static final String AS_SENT = "dev.caravan/tools";

    private final McpClientTransport transport;

    ToolPages(McpClientTransport transport) {
        this.transport = transport;
    }

    /** Returns the tools of a page that this transport has read, as the server sent them. */
    static List<?> tools(ListToolsResult page) {
        return page.meta() != null && page.meta().get(AS_SENT) instanceof List<?> tools ? tools : List.of();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        if (type.getType() == ListToolsResult.class && data instanceof Map<?, ?> page && page.get("tools") instanceof List<?> tools) {
            String next = page.get("nextCursor") instanceof String cursor ? cursor : null;
            @SuppressWarnings("unchecked")
            T carrier = (T) new ListToolsResult(List.of(), next, Map.of(AS_SENT, tools));
            return carrier;
        }
        return transport.unmarshalFrom(data, type);
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        transport.setExceptionHandler(handler);
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return transport.connect(handler);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return transport.sendMessage(message);
    }

    @Override
    public List<String> protocolVersions() {
        return transport.protocolVersions();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return transport.closeGracefully();
    }
}
