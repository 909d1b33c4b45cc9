package dev.caravan.source.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Streamable HTTP, up to revision 2025-11-25.
 *
 * <p>The code of the SDK's own transport shows no handling of the field {@code retry}, with which a server says when the client asks for
 * the rest of a stream. That transport also lets a call wait until its timeout when the server answers with something other than a message.
 */
final class HttpTransport implements McpClientTransport {

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String SESSION = "Mcp-Session-Id";
    private static final String NO_MESSAGE = "its answer is not an MCP message";
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final int MOST_RESUMPTIONS = 5;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long SHORTEST_PAUSE = 100;
    private static final long LONGEST_PAUSE = 60_000;
    private static final Duration TO_END_A_SESSION = Duration.ofSeconds(2);

    private final String name;
    private final McpJsonMapper mapper;
    private final Watcher watcher;
    private final HttpExchanges exchanges;
    private final Duration longest;
    private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler = Function.identity();
    private volatile Consumer<Throwable> exceptions = failure -> { };
    private volatile String session;
    private volatile String version;
    private volatile Disposable listening;

    /** @param longest time after which nobody waits for an answer */
    HttpTransport(String name, HttpExchanges exchanges, McpJsonMapper mapper, Duration longest, Watcher watcher) {
        this.name = name;
        this.exchanges = exchanges;
        this.mapper = mapper;
        this.longest = longest.plusSeconds(1);
        this.watcher = watcher;
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> given) {
        exceptions = given;
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> given) {
        return Mono.fromRunnable(() -> handler = given);
    }

    @Override
    public List<String> protocolVersions() {
        return VERSIONS;
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return mapper.convertValue(data, type);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.deferContextual(context -> {
            if (message instanceof JSONRPCRequest request && request.method().equals(McpSchema.METHOD_INITIALIZE)) {
                stopListening();
                session = null;
                version = null;
            }
            return post(message, context);
        }).timeout(longest);
    }

    private Mono<Void> post(JSONRPCMessage message, ContextView context) {
        String used = session;
        Reply reply = new Reply(message, context);
        return exchanges.send("POST", headers(), json(message), reply).takeUntilOther(reply.isLeftOpen()).flatMap(answer -> {
            if (answer.isOk()) {
                return taken(answer, reply);
            }
            return refused(answer, reply, used);
        }).then(Mono.fromRunnable(() -> {
            if (message instanceof JSONRPCNotification told && told.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
                listen();
            }
        }));
    }

    private Mono<Void> taken(HttpExchanges.Answer answer, Reply reply) {
        if (answer.wasStream()) {
            return reply.isAnswered() ? Mono.empty() : resume(reply, 0);
        }
        if (reply.isAwaited()) {
            reply.take(answer.text());
            return reply.isAnswered() ? Mono.empty() : Mono.error(new IllegalStateException(NO_MESSAGE));
        }
        return Mono.empty();
    }

    private Mono<Void> refused(HttpExchanges.Answer answer, Reply reply, String used) {
        // servers answer 400 too for a session, or a revision, that they no longer know
        if (used != null && (answer.status() == NOT_FOUND || answer.status() == BAD_REQUEST)) {
            McpTransportSessionNotFoundException lost = new McpTransportSessionNotFoundException(used);
            watcher.forgotten();
            if (used.equals(session)) {
                session = null;
                exceptions.accept(lost);
            }
            return Mono.error(lost);
        }
        if (reply.isErrorFor(answer.text())) {
            reply.take(answer.text());
            return Mono.empty();
        }
        return Mono.error(new IllegalStateException(refusal(answer.status())));
    }

    static String refusal(int status) {
        return "it answered with HTTP status " + status + switch (status) {
            case 401 -> " (unauthorized)";
            case 403 -> " (forbidden)";
            default -> "";
        };
    }

    /** Asks for the rest of a stream that ended before its answer. */
    private Mono<Void> resume(Reply reply, int attempt) {
        String last = reply.lastId;
        if (last == null || attempt == MOST_RESUMPTIONS) {
            return Mono.error(new IllegalStateException("its answer ended early"));
        }
        return Mono.delay(reply.pause).then(Mono.defer(() -> exchanges.send("GET", listenHeaders(last), null, reply)))
                .takeUntilOther(reply.isLeftOpen()).flatMap(answer -> {
            if (!answer.wasStream()) {
                return Mono.error(new IllegalStateException(refusal(answer.status())));
            }
            return reply.isAnswered() ? Mono.empty() : resume(reply, last.equals(reply.lastId) ? attempt + 1 : 0);
        });
    }

    /**
     * Receives what the server sends outside of calls. A server without such a stream answers 405; one that is busy is asked again, ever
     * later.
     */
    private void listen() {
        stopListening();
        Reply events = new Reply(null, Context.empty());
        AtomicInteger busy = new AtomicInteger();
        listening = Mono.defer(() -> exchanges.send("GET", listenHeaders(events.lastId), null, events))
                .flatMap(answer -> {
                    busy.set(answer.wasStream() ? 0 : busy.get() + 1);
                    return answer.wasStream() || mayPass(answer.status()) ? Mono.empty()
                            : Mono.error(new IllegalStateException(refusal(answer.status())));
                })
                .onErrorResume(IOException.class, lost -> Mono.empty())
                .repeatWhen(ends -> ends.concatMap(
                        end -> Mono.delay(Duration.ofMillis(Math.min(LONGEST_PAUSE, events.pause.toMillis() << Math.min(busy.get(), 6))))))
                .subscribe(taken -> {},
                        none -> LOG.debug("Upstream server has no event stream server={} reason={}", name, none.getMessage()));
    }

    /** Whether a later request may be answered otherwise: the server, or a proxy before it, is busy or restarts. */
    private static boolean mayPass(int status) {
        return status == 429 || status >= 500 && status != 501;
    }

    private void stopListening() {
        Disposable former = listening;
        if (former != null) {
            former.dispose();
        }
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>(
                Map.of("Content-Type", "application/json", "Accept", "application/json, text/event-stream"));
        if (session != null) {
            headers.put(SESSION, session);
        }
        if (version != null) {
            headers.put("MCP-Protocol-Version", version);
        }
        return headers;
    }

    private Map<String, String> listenHeaders(String last) {
        Map<String, String> headers = headers();
        headers.remove("Content-Type");
        headers.put("Accept", "text/event-stream");
        if (last != null) {
            headers.put("Last-Event-ID", last);
        }
        return headers;
    }

    private String json(Object message) {
        try {
            return mapper.writeValueAsString(message);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** @param context of the request that the message belongs to */
    private void deliver(JSONRPCMessage message, ContextView context) {
        handler.apply(Mono.just(message)).contextWrite(context).subscribe(taken -> {},
                failure -> LOG.debug("Upstream message not handled server={}", name, failure));
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.defer(() -> {
            stopListening();
            String last = session;
            session = null;
            if (last == null) {
                return Mono.empty();
            }
            Map<String, String> headers = headers();
            headers.put(SESSION, last);
            return exchanges.send("DELETE", headers, null, event -> { }).timeout(TO_END_A_SESSION).then().onErrorComplete();
        });
    }

    /** Takes the messages that answer one request, or that belong to none. */
    private final class Reply implements HttpExchanges.Receiver {

        private final JSONRPCRequest request;
        private final ContextView context;
        private final reactor.core.publisher.Sinks.Empty<Void> answered = reactor.core.publisher.Sinks.empty();
        private volatile boolean isAnswered;
        private volatile String lastId;
        private volatile Duration pause = PAUSE;

        Reply(JSONRPCMessage message, ContextView context) {
            this.context = context;
            this.request = message instanceof JSONRPCRequest asked ? asked : null;
        }

        boolean isAwaited() {
            return request != null;
        }

        boolean isAnswered() {
            return isAnswered || request == null;
        }

        /** Completes when the server has not ended the stream a while after its answer. */
        Mono<Long> isLeftOpen() {
            return answered.asMono().then(Mono.delay(PAUSE));
        }

        @Override
        public void begin(HttpHeaders headers) {
            if (request != null && request.method().equals(McpSchema.METHOD_INITIALIZE)) {
                headers.firstValue(SESSION).ifPresent(given -> session = given);
            }
        }

        @Override
        public void take(HttpExchanges.Event event) {
            lastId = event.id() == null ? lastId : event.id();
            pause = event.retry() == null ? pause : Duration.ofMillis(Math.max(SHORTEST_PAUSE, Math.min(event.retry(), LONGEST_PAUSE)));
            if (!event.data().isEmpty()) {
                take(event.data());
            }
        }

        void take(String text) {
            JSONRPCMessage message;
            try {
                message = McpSchema.deserializeJsonRpcMessage(mapper, text);
            } catch (IOException | RuntimeException e) {
                LOG.debug("Upstream answer is not an MCP message server={}", name, e);
                throw new IllegalStateException(NO_MESSAGE);
            }
            if (message instanceof JSONRPCResponse response && isFor(response)) {
                if (request.method().equals(McpSchema.METHOD_INITIALIZE) && response.result() instanceof Map<?, ?> result
                        && result.get("protocolVersion") instanceof String given) {
                    version = given;
                }
                isAnswered = true;
                answered.tryEmitEmpty();
            }
            deliver(message, context);
        }

        boolean isErrorFor(String text) {
            try {
                return McpSchema.deserializeJsonRpcMessage(mapper, text) instanceof JSONRPCResponse response && response.error() != null
                        && isFor(response);
            } catch (IOException | RuntimeException e) {
                return false;
            }
        }

        private boolean isFor(JSONRPCResponse response) {
            return request != null && String.valueOf(request.id()).equals(String.valueOf(response.id()));
        }
    }
}
