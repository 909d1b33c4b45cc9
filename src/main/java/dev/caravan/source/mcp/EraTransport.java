package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * Finds out which era of MCP a server speaks. A server on HTTP is asked {@code server/discover} first, and a process that refuses {@code
 * initialize} then. If it answers, all further requests are those of MCP 2026-07-28. Each new connection finds out again, so a server may
 * change its revision.
 */
final class EraTransport extends PassingTransport {

    private final ModernTransport modern;
    private final ModernStdio stdio;
    private final McpJsonMapper json;
    private volatile boolean isModern;
    /** The request that waits for its answer; null for none. */
    private volatile JSONRPCRequest initialize;
    private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler;

    private EraTransport(McpClientTransport legacy, ModernTransport.Wire wire, McpJsonMapper json, McpSchema.Implementation self,
            Duration longest) {
        super(legacy);
        this.json = json;
        this.stdio = wire instanceof ModernStdio own ? own : null;
        this.modern = new ModernTransport(wire, json, self, longest);
    }

    static EraTransport onHttp(String name, UpstreamProperties.Server server, HttpExchanges exchanges, McpJsonMapper json,
            McpSchema.Implementation self, Watcher watcher) {
        return new EraTransport(new HttpTransport(name, exchanges, json, server.longest(), watcher), new ModernHttp(exchanges, json), json,
                self, server.longest());
    }

    static EraTransport onProcess(String name, UpstreamProperties.Server server, McpJsonMapper json, McpSchema.Implementation self,
            StdioTransport.ProcessPlaces places, Watcher watcher) {
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

    /**
     * Requests of MCP 2026-07-28 on HTTP: one POST each, whose answer is JSON or an event stream. A client that leaves cancels its request.
     */
    static final class ModernHttp implements ModernTransport.Wire {

        private static final int OK = 200;
        /** Errors of a server that knows this revision. Another refusal comes from a server, or a proxy, that does not. */
        private static final Set<Integer> KNOWN = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);

        private static final long LEFT_OPEN_SECONDS = 1;

        private final HttpExchanges exchanges;
        private final McpJsonMapper json;
        private final Map<String, Disposable> open = new ConcurrentHashMap<>();
        private volatile boolean closed;

        ModernHttp(HttpExchanges exchanges, McpJsonMapper json) {
            this.exchanges = exchanges;
            this.json = json;
        }

        @Override
        public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> mirrored,
                Consumer<JSONRPCNotification> told) {
            CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
            Map<String, String> headers = new LinkedHashMap<>(mirrored);
            headers.put("Content-Type", "application/json");
            headers.put("Accept", "application/json, text/event-stream");
            String body;
            try {
                body = json.writeValueAsString(new JSONRPCRequest(method, id, params));
            } catch (IOException | RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
            Disposable exchange = exchanges.send("POST", headers, body, event -> {
                if (!event.data().isEmpty()) {
                    take(id, OK, event.data(), told, answer);
                }
            }).doOnCancel(() -> answer.cancel(false)).doFinally(end -> open.remove(id)).subscribe(reply -> end(id, reply, told, answer),
                    answer::completeExceptionally);
            open.put(id, exchange);
            if (closed) {
                exchange.dispose();
            }
            if (exchange.isDisposed()) {
                open.remove(id);
            }
            // some servers leave a stream open after its answer
            answer.whenComplete((response, failure) -> CompletableFuture.delayedExecutor(LEFT_OPEN_SECONDS, TimeUnit.SECONDS)
                    .execute(exchange::dispose));
            return answer;
        }

        /** After an answer, the completions do nothing. */
        private void end(String id, HttpExchanges.Answer reply, Consumer<JSONRPCNotification> told,
                CompletableFuture<JSONRPCResponse> answer) {
            try {
                if (!reply.wasStream()) {
                    take(id, reply.status(), reply.text(), told, answer);
                }
                answer.completeExceptionally(
                        new IllegalStateException(reply.status() == OK ? "its answer ended early" : HttpTransport.refusal(reply.status())));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        }

        private void take(String id, int status, String text, Consumer<JSONRPCNotification> told,
                CompletableFuture<JSONRPCResponse> answer) {
            JSONRPCMessage message;
            try {
                message = McpSchema.deserializeJsonRpcMessage(json, text);
            } catch (IOException | RuntimeException e) {
                throw status == OK ? new UncheckedIOException("its answer is not an MCP message", new IOException("not an MCP message", e))
                        : new IllegalStateException(HttpTransport.refusal(status));
            }
            if (message instanceof JSONRPCNotification notification && status == OK) {
                told.accept(notification);
            } else if (message instanceof JSONRPCResponse response) {
                boolean ours = status == OK ? id.equals(response.id())
                        : response.error() != null && KNOWN.contains(response.error().code());
                if (ours) {
                    answer.complete(response);
                }
            }
        }

        @Override
        public void cancel(String id) {
            Disposable exchange = open.get(id);
            if (exchange != null) {
                exchange.dispose();
            }
        }

        @Override
        public void close() {
            closed = true;
            open.values().forEach(Disposable::dispose);
        }
    }

    /** Requests of MCP 2026-07-28 on standard streams. Notifications do not say which request they belong to, so none goes to a request. */
    static final class ModernStdio implements ModernTransport.Wire {

        private static final Logger LOG = LoggerFactory.getLogger(ModernStdio.class);

        private final McpClientTransport stdio;
        private final Map<Object, CompletableFuture<JSONRPCResponse>> waiting = new ConcurrentHashMap<>();

        ModernStdio(McpClientTransport stdio) {
            this.stdio = stdio;
        }

        @Override
        public CompletableFuture<JSONRPCResponse> send(String id, String method, ObjectNode params, Map<String, String> headers,
                Consumer<JSONRPCNotification> told) {
            CompletableFuture<JSONRPCResponse> answer = new CompletableFuture<>();
            waiting.put(id, answer);
            answer.whenComplete((response, failure) -> waiting.remove(id));
            stdio.sendMessage(new JSONRPCRequest(method, id, params)).subscribe(sent -> { }, answer::completeExceptionally);
            return answer;
        }

        /** The transport of the streams ends the process. */
        @Override
        public void close() {
            waiting.values().forEach(answer -> answer.cancel(false));
        }

        /** Takes the answer to one of the requests. Returns false if it is for another one. */
        boolean take(JSONRPCResponse response) {
            CompletableFuture<JSONRPCResponse> answer = waiting.get(response.id());
            return answer != null && answer.complete(response);
        }

        @Override
        public void cancel(String id) {
            CompletableFuture<JSONRPCResponse> answer = waiting.get(id);
            if (answer != null) {
                answer.cancel(false);
                stdio.sendMessage(new JSONRPCNotification("notifications/cancelled", Map.of("requestId", id)))
                        .subscribe(sent -> { }, failure -> LOG.debug("Upstream cancellation not sent", failure));
            }
        }
    }
}
