package dev.caravan.mcp.http;

import dev.caravan.http.HttpGuard;
import dev.caravan.http.HttpRefusal;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Methods;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;

/**
 * Stands before the guard of an endpoint: lets what is POSTed pass, and answers every other method itself, GET with an
 * event stream. Those requests have a guard of their own, as its rules are others; the route never sees them.
 *
 * <p>One instance an endpoint, since camel-undertow sets the next handler on it.
 */
class EventStreamHandler implements CamelUndertowHttpHandler {

    private final HttpGuard guard;
    private final StreamTopics topics;
    private final OpenStreams streams;
    private HttpHandler next;

    EventStreamHandler(HttpGuard guard, StreamTopics topics, OpenStreams streams) {
        this.guard = guard;
        this.topics = topics;
        this.streams = streams;
        guard.setNext(this::open);
    }

    @Override
    public void setNext(HttpHandler next) {
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        if (Methods.POST.equals(exchange.getRequestMethod())) {
            next.handleRequest(exchange);
        } else {
            guard.handleRequest(exchange);
        }
    }

    private void open(HttpServerExchange exchange) throws HttpRefusal {
        EventStream stream = streams.open(topics.of(exchange), exchange);
        try {
            // an instance may have been closed between the look-up and the opening, too early to close this stream
            topics.of(exchange);
        } catch (HttpRefusal | RuntimeException e) {
            streams.forget(stream);
            throw e;
        }
        stream.start();
    }
}
