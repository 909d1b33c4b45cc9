package dev.caravan.source.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Passes everything on to another transport. Subclasses change some of it. */
abstract class PassingTransport implements McpClientTransport {

    final McpClientTransport transport;

    PassingTransport(McpClientTransport transport) {
        this.transport = transport;
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
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return transport.unmarshalFrom(data, type);
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
