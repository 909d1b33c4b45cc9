package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Finds out which era of MCP a server speaks. A server on HTTP is asked {@code server/discover} first, and a process that refuses {@code initialize}
 * then. If it answers, all further requests are those of MCP 2026-07-28. Each new connection finds out again, so a server may change its revision.
 */
final class EraTransport extends PassingTransport {

    private final ModernTransport modern;
    private final ModernStdio stdio;
    private final McpJsonMapper json;
    private volatile boolean isModern;
    /** The request that waits for its answer; null for none. */
    private volatile JSONRPCRequest initialize;
    private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler;

    private EraTransport(McpClientTransport legacy, ModernWire wire, McpJsonMapper json, McpSchema.Implementation self, Duration longest) {
        super(legacy);
        this.json = json;
        this.stdio = wire instanceof ModernStdio own ? own : null;
        this.modern = new ModernTransport(wire, json, self, longest);
    }

    static EraTransport onHttp(String name, UpstreamProperties.Server server, HttpExchanges exchanges, McpJsonMapper json, McpSchema.Implementation self, Watcher watcher) {
        return new EraTransport(new HttpTransport(name, exchanges, json, server.longest(), watcher), new ModernHttp(exchanges, json), json, self, server.longest());
    }

    static EraTransport onProcess(String name, UpstreamProperties.Server server, McpJsonMapper json, McpSchema.Implementation self, ProcessPlaces places, Watcher watcher) {
        StdioTransport process = new StdioTransport(name, server, json, places, watcher);
        return new EraTransport(process, new ModernStdio(process), json, self, server.longest());
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> given) {
        handler = given;
        modern.handler(given);
        return super.connect(incoming -> incoming.flatMap(message -> isTaken(message) ? Mono.empty() : given.apply(Mono.just(message))));
    }

    private boolean isTaken(JSONRPCMessage message) {
        if (!(message instanceof JSONRPCResponse response) || response.id() == null) {
            return false;
        }
        JSONRPCRequest waiting = initialize;
        if (waiting != null && response.id().equals(waiting.id())) {
            initialize = null;
            if (response.error() == null) {
                return false;
            }
            discover(waiting).onErrorResume(failure -> handler.apply(Mono.just(message)).then()).subscribe();
            return true;
        }
        return stdio != null && stdio.take(response);
    }

    private Mono<Void> discover(JSONRPCRequest request) {
        return Mono.fromFuture(modern::discover).flatMap(found -> {
            isModern = true;
            return handler.apply(Mono.just(JSONRPCResponse.result(request.id(), map(found))));
        }).then();
    }

    private Map<?, ?> map(ObjectNode found) {
        return json.convertValue(found, Map.class);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        if (message instanceof JSONRPCRequest request && request.method().equals(McpSchema.METHOD_INITIALIZE)) {
            isModern = false;
            if (stdio == null) {
                return discover(request).onErrorResume(EraTransport::isRefusal, refused -> super.sendMessage(message));
            }
            initialize = request;
            return super.sendMessage(message);
        }
        return isModern ? modern.sendMessage(message) : super.sendMessage(message);
    }

    /** Whether the server has answered, but not as one that knows this revision. */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof IllegalStateException || failure instanceof UncheckedIOException;
    }

    @Override
    public Mono<Void> closeGracefully() {
        modern.close();
        return super.closeGracefully();
    }
}
