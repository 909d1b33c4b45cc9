package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.source.ForeignText;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/**
 * Streamable HTTP. Up to revision 2025-11-25, requests belong to a session, and the rest of a stream that ended before its answer is asked
 * for. A request of MCP 2026-07-28 is one POST, and ends when its exchange ends.
 */
final class HttpTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final String SESSION = "Mcp-Session-Id";
    private static final int NOT_FOUND = 404;
    private static final int LONGEST_PLACE = 300;
    private static final int BAD_REQUEST = 400;
    /** Errors of a server that knows MCP 2026-07-28. Another refusal comes from a server, or a proxy, that does not. */
    private static final Set<Integer> KNOWN = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);
    private static final int MOST_RESUMPTIONS = 5;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long SHORTEST_PAUSE = 100;
    private static final long LONGEST_PAUSE = 60_000;
    private static final Duration TO_END_A_SESSION = Duration.ofSeconds(2);

    private final String name;
    private final HttpExchanges exchanges;
    private final ObjectMapper mapper;
    private final Duration longest;
    private final Consumer<ObjectNode> others;
    private final Set<CompletableFuture<ObjectNode>> open = ConcurrentHashMap.newKeySet();
    private volatile String session;
    private volatile String version;
    private volatile Disposable listening;
    private volatile boolean closed;

    /**
     * @param longest time after which nobody waits for an answer
     * @param others  receives messages that belong to no request
     */
    HttpTransport(String name, HttpExchanges exchanges, ObjectMapper mapper, Duration longest, Consumer<ObjectNode> others) {
        this.name = name;
        this.exchanges = exchanges;
        this.mapper = mapper;
        this.longest = longest.plusSeconds(1);
        this.others = others;
    }

    @Override
    public CompletableFuture<ObjectNode> ask(ObjectNode request, Map<String, String> mirrored, Consumer<ObjectNode> told) {
        Reply reply = new Reply(request, mirrored != null, told);
        if (reply.begins) {
            endSession();
        }
        String used = mirrored == null ? session : null;
        open.add(reply.answer);
        if (closed) {
            end(reply.answer);
            return reply.answer;
        }
        Disposable exchange = exchanges.send("POST", headers(mirrored), request.toString(), reply)
                .flatMap(answer -> finish(answer, reply, used)).subscribe(none -> { }, reply.answer::completeExceptionally);
        reply.answer.whenComplete((answer, failure) -> {
            open.remove(reply.answer);
            if (failure != null) { // a server of MCP 2026-07-28 takes it for the news that nobody waits
                exchange.dispose();
            } else { // some servers leave a stream open after its answer
                CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS).execute(exchange::dispose);
            }
        });
        return reply.answer;
    }

    private Mono<Void> finish(HttpExchanges.Answer answer, Reply reply, String used) {
        if (answer.wasStream()) {
            return reply.answer.isDone() ? Mono.empty() : resume(reply, 0);
        }
        if (answer.isOk()) {
            reply.take(Transport.read(mapper, answer.text()));
            return reply.answer.isDone() ? Mono.empty() : Mono.error(new IllegalStateException("its answer is that of another request"));
        }
        // servers answer 400 too for a session, or a revision, that they no longer know
        if (used != null && (answer.status() == NOT_FOUND || answer.status() == BAD_REQUEST)) {
            if (used.equals(session)) {
                endSession();
            }
            return Mono.error(new SessionLostException());
        }
        try {
            ObjectNode error = Transport.read(mapper, answer.text());
            if (error.hasNonNull("error")
                    && (reply.isModern ? KNOWN.contains(error.path("error").path("code").asInt()) : reply.isFor(error))) {
                reply.answer.complete(error);
                return Mono.empty();
            }
        } catch (IllegalStateException noMessage) {
            // the status tells enough
        }
        return Mono.error(refused(answer));
    }

    private static IllegalStateException refused(HttpExchanges.Answer answer) {
        String place = answer.headers().firstValue("Location").map(to -> ForeignText.clean(to.replaceFirst("[?#].*", ""), LONGEST_PLACE))
                .orElse("");
        return new IllegalStateException("it answered with HTTP status " + answer.status() + switch (answer.status()) {
            case 401 -> " (unauthorized)";
            case 403 -> " (forbidden)";
            case 301, 302, 303, 307, 308 -> " and leads to " + place + ". Set url to the server's own address";
            default -> "";
        });
    }

    /** Asks for the rest of a stream that ended before its answer. */
    private Mono<Void> resume(Reply reply, int attempt) {
        String last = reply.lastId;
        if (reply.isModern || last == null || attempt == MOST_RESUMPTIONS) {
            return Mono.error(new IllegalStateException("its answer ended early"));
        }
        return Mono.delay(reply.pause).then(Mono.defer(() -> exchanges.send("GET", listenHeaders(last), null, reply))).flatMap(answer -> {
            if (!answer.wasStream()) {
                return Mono.error(refused(answer));
            }
            return reply.answer.isDone() ? Mono.empty() : resume(reply, last.equals(reply.lastId) ? attempt + 1 : 0);
        });
    }

    @Override
    public CompletableFuture<?> tell(ObjectNode message) {
        return exchanges.send("POST", headers(null), message.toString(), event -> { }).timeout(longest).flatMap(answer -> {
            if (!answer.isOk()) {
                return Mono.error(refused(answer));
            }
            if (message.path("method").asText().equals("notifications/initialized") && !closed) {
                listen();
            }
            return Mono.empty();
        }).toFuture();
    }

    /**
     * Receives what the server sends outside of calls. A server without such a stream answers 405; one that is busy is asked again, ever
     * later.
     */
    private void listen() {
        stopListening();
        Reply events = new Reply(Transport.request("", "", null), false, others);
        AtomicInteger busy = new AtomicInteger();
        listening = Mono.defer(() -> exchanges.send("GET", listenHeaders(events.lastId), null, events))
                .flatMap(answer -> {
                    busy.set(answer.wasStream() ? 0 : busy.get() + 1);
                    return answer.wasStream() || mayPass(answer.status()) ? Mono.empty() : Mono.error(refused(answer));
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

    private void endSession() {
        stopListening();
        session = null;
        version = null;
    }

    private void stopListening() {
        Disposable former = listening;
        if (former != null) {
            former.dispose();
        }
    }

    private Map<String, String> headers(Map<String, String> mirrored) {
        if (mirrored != null) {
            return mirrored;
        }
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
        Map<String, String> headers = headers(null);
        headers.remove("Content-Type");
        headers.put("Accept", "text/event-stream");
        if (last != null) {
            headers.put("Last-Event-ID", last);
        }
        return headers;
    }

    @Override
    public void close() {
        closed = true;
        String last = session;
        Map<String, String> headers = headers(null);
        endSession();
        open.forEach(HttpTransport::end);
        if (last != null) {
            exchanges.send("DELETE", headers, null, event -> { }).timeout(TO_END_A_SESSION).subscribe(ended -> { }, late -> { });
        }
    }

    private static void end(CompletableFuture<ObjectNode> answer) {
        answer.completeExceptionally(new IllegalStateException("the connection was closed"));
    }

    /** Takes the messages that answer one request, or that belong to none. */
    private final class Reply implements HttpExchanges.Receiver {

        private final String id;
        private final boolean begins;
        private final boolean isModern;
        private final Consumer<ObjectNode> told;
        private final CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
        private volatile String lastId;
        private volatile Duration pause = PAUSE;

        Reply(ObjectNode request, boolean isModern, Consumer<ObjectNode> told) {
            this.id = request.path("id").asText();
            this.begins = request.path("method").asText().equals("initialize");
            this.isModern = isModern;
            this.told = told;
        }

        @Override
        public void begin(HttpHeaders headers) {
            if (begins) {
                headers.firstValue(SESSION).ifPresent(given -> session = given);
            }
        }

        @Override
        public void take(HttpExchanges.Event event) {
            lastId = event.id() == null ? lastId : event.id();
            pause = event.retry() == null ? pause : Duration.ofMillis(Math.max(SHORTEST_PAUSE, Math.min(event.retry(), LONGEST_PAUSE)));
            if (!event.data().isEmpty()) {
                take(Transport.read(mapper, event.data()));
            }
        }

        void take(ObjectNode message) {
            if (message.has("method")) {
                told.accept(message);
            } else if (isFor(message)) {
                if (begins) {
                    version = message.path("result").path("protocolVersion").textValue();
                }
                answer.complete(message);
            }
        }

        private boolean isFor(ObjectNode message) {
            return message.path("id").asText().equals(id);
        }
    }
}
