package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.http.HttpGuard;
import dev.caravan.http.MediaTypes;
import dev.caravan.mcp.Headers;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.session.Session;
import dev.caravan.mcp.session.SessionStore;
import dev.caravan.mcp.session.SessionTokens;
import dev.caravan.mcp.session.SubscribedBytes;
import dev.caravan.mcp.session.Subscriptions;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import dev.caravan.store.StoreException;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Methods;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.springframework.stereotype.Component;

/**
 * Opens the event streams of the endpoints of JSON-RPC: GET streams of legacy clients, and answers to {@code subscriptions/listen}. GET
 * opens a stream, and DELETE ends the session. These requests have their own guard with other rules, and no route sees them.
 */
@Component
record StreamRequests(HttpGuard guards, OpenStreams.StreamTopics topics, OpenStreams connections, ClientStreams streams,
        SessionTokens sessions, SessionStore notes, Subscriptions subscriptions, SubscribedBytes bytes) {

    /**
     * Returns the handler that stands before the guard of an endpoint and passes POST requests on. There is one per endpoint, because
     * camel-undertow sets the next handler on it. A browser that opens the address is sent to the page at /.
     */
    CamelUndertowHttpHandler handler() {
        CamelUndertowHttpHandler guard = guards.of(new JsonRpcRules.StreamRules());
        guard.setNext(this::serve);
        return new CamelUndertowHttpHandler() {

            private HttpHandler next;

            @Override
            public void setNext(HttpHandler next) {
                this.next = next;
            }

            @Override
            public void handleRequest(HttpServerExchange exchange) throws Exception {
                if (MediaTypes.isBrowser(exchange)) {
                    String up = "../".repeat((int) exchange.getRequestPath().chars().filter(each -> each == '/').count() - 1);
                    exchange.setStatusCode(303).getResponseHeaders().put(io.undertow.util.Headers.LOCATION, "./" + up);
                    exchange.endExchange();
                    return;
                }
                (Methods.POST.equals(exchange.getRequestMethod()) ? next : guard).handleRequest(exchange);
            }
        };
    }

    private void serve(HttpServerExchange exchange) throws HttpRefusal {
        try {
            Session session = session(exchange);
            if (Methods.DELETE.equals(exchange.getRequestMethod())) {
                notes.end(session);
                streams.end(session);
                exchange.setStatusCode(204).endExchange();
            } else {
                open(exchange, session);
            }
        } catch (StoreException e) {
            throw new HttpRefusal(503, "Sessions can't be checked or ended now. Try again later");
        }
    }

    /** Continues the stream that the client reconnects to if it is known, else opens a new one. */
    private void open(HttpServerExchange exchange, Session session) throws HttpRefusal {
        String topic = topics.of(exchange);
        String last = session == null ? null : exchange.getRequestHeaders().getFirst(Headers.LAST_EVENT);
        Optional<ClientStreams.ClientStream> known = last == null ? Optional.empty() : streams.find(session.id(), last);
        if (known.isPresent()) {
            connect(exchange, known::get, ClientStreams.number(last));
            return;
        }
        ClientStreams.ClientStream stream = connect(exchange, () -> standing(session, topic), 0);
        if (session != null && session.revision().hasPrimingEvents()) {
            stream.mark(null);
        }
        try {
            // the instance may have closed between the look-up and the opening, before its close could reach this stream
            topics.of(exchange);
        } catch (HttpRefusal closedMeanwhile) {
            stream.end();
        }
    }

    /** Creates a GET stream, which hears changes from now on. */
    private ClientStreams.ClientStream standing(Session session, String topic) {
        AtomicReference<Subscriptions.Open> open = new AtomicReference<>();
        ClientStreams.ClientStream stream = streams.standing(session, () -> subscriptions.remove(open.get()));
        open.set(new Subscriptions.Open(topic, null, session == null ? null : session.id(), null,
                json -> stream.send(ServerSentEvent.message(json)), () -> streams.end(stream)));
        subscriptions.add(open.get());
        return stream;
    }

    /** @param wanted the stream; not asked for if the limit of connections is reached */
    private ClientStreams.ClientStream connect(HttpServerExchange exchange, Supplier<ClientStreams.ClientStream> wanted, long after)
            throws HttpRefusal {
        AtomicReference<ClientStreams.ClientStream> taken = new AtomicReference<>();
        EventStream connection = connections.open(exchange,
                gone -> Optional.ofNullable(taken.get()).ifPresent(stream -> stream.left(gone)));
        ClientStreams.ClientStream stream = wanted.get();
        taken.set(stream);
        stream.connect(connection, after);
        connection.start();
        return stream;
    }

    /**
     * Registers a stream, which hears changes from now on. The caller must start it.
     *
     * @throws HttpRefusal  404, 429 or 503
     * @throws McpException 429 or 503, if subscriptions use all their memory
     */
    EventStream listen(ListenSubscription listening, HttpServerExchange exchange) throws HttpRefusal, McpException {
        String topic = topics.of(exchange);
        String owner = Caller.share(AdmittedRequest.caller(exchange));
        long size = SubscribedBytes.of(listening);
        AtomicReference<Subscriptions.Open> open = new AtomicReference<>();
        EventStream stream = connections.open(exchange, gone -> Optional.ofNullable(open.get()).ifPresent(over -> {
            subscriptions.remove(over);
            bytes.give(owner, size);
        }));
        try {
            bytes.take(owner, size);
            open.set(new Subscriptions.Open(topic, owner, null, listening, json -> stream.send(ServerSentEvent.message(json)),
                    stream::end));
            stream.farewell(ServerSentEvent.message(listening.end()));
            subscriptions.add(open.get());
            topics.of(exchange); // again, as for GET
            return stream;
        } catch (HttpRefusal | McpException | RuntimeException | Error e) {
            stream.forget();
            throw e;
        }
    }

    /**
     * Returns the session of the request; null if it names none.
     *
     * @throws HttpRefusal 404, if the session isn't the caller's, has ended or never existed
     */
    private Session session(HttpServerExchange exchange) throws HttpRefusal {
        String id = exchange.getRequestHeaders().getFirst(Headers.SESSION);
        if (id == null) {
            return null;
        }
        String apiKey = AdmittedRequest.apiKey(exchange);
        return sessions.read(id).filter(session -> sessions.mayUse(session, AdmittedRequest.caller(exchange), apiKey))
                .orElseThrow(() -> new HttpRefusal(404, "The session does not exist or has ended. Send initialize again"));
    }
}
