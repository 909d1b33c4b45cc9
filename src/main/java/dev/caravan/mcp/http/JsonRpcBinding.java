package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpProperties;
import dev.caravan.http.MediaTypes;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.Session;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;

/** Binds JSON-RPC to HTTP. A client that accepts event streams can get notifications before its answer, or as long as it listens. */
class JsonRpcBinding extends GuardedBinding {

    private final StreamRequests streams;

    JsonRpcBinding(HttpProperties properties, StreamRequests streams) {
        super(new JsonRpcRules(), properties);
        this.streams = streams;
    }

    @Override
    public Message toCamelMessage(HttpServerExchange http, Exchange exchange) throws IOException {
        Message message = super.toCamelMessage(http, exchange);
        // avoids a copy of the message at the end of each route; the answer is what the last step leaves
        exchange.setPattern(ExchangePattern.InOnly);
        exchange.setProperty(Session.KEPT_BY_CLIENT, true);
        if (MediaTypes.acceptsEventStream(http.getRequestHeaders().get(Headers.ACCEPT))) {
            exchange.setProperty(AnswerStream.PROPERTY, new HttpAnswerStream(http, streams, () -> Session.of(exchange),
                    () -> McpRequest.of(exchange) != null && McpRequest.of(exchange).revision().isModern())); // a batch has no request
            exchange.setProperty(ListenSubscription.ListenStream.PROPERTY, new HttpListenStream(http, streams));
        }
        return message;
    }

    @Override
    protected void answer(HttpServerExchange http, Exchange exchange) {
        HttpListenStream listening = exchange.getProperty(ListenSubscription.ListenStream.PROPERTY, HttpListenStream.class);
        if (listening != null && listening.start(exchange)) {
            return;
        }
        HttpAnswerStream stream = exchange.getProperty(AnswerStream.PROPERTY, HttpAnswerStream.class);
        if (stream != null && stream.hasLeft()) {
            return;
        }
        if (stream != null && stream.close()) {
            stream.end(body(exchange));
        } else {
            super.answer(http, exchange);
        }
    }

    /** Keeps the answer to a POST open, unless a later step of the route leaves an error. */
    static final class HttpListenStream implements ListenSubscription.ListenStream {

        private final HttpServerExchange http;
        private final StreamRequests streams;
        private EventStream opened;

        HttpListenStream(HttpServerExchange http, StreamRequests streams) {
            this.http = http;
            this.streams = streams;
        }

        @Override
        public void open(ListenSubscription subscription) throws McpException {
            try {
                EventStream stream = streams.listen(subscription, http);
                http.addExchangeCompleteListener((ended, next) -> {
                    stream.forget();
                    next.proceed();
                });
                opened = stream;
            } catch (HttpRefusal refusal) {
                throw McpException.refused(refusal.status(), refusal.getMessage(), refusal.headers());
            }
        }

        /** Returns true if the stream is open and answers by itself. Returns false if there is none or it was dropped. */
        boolean start(Exchange exchange) {
            if (opened == null) {
                return false;
            }
            if (hasAnswer(exchange)) {
                opened.forget();
                return false;
            }
            opened.start();
            GuardedBinding.forgetBody(http);
            return true;
        }

        /** Returns whether a step after the opening has failed. */
        private static boolean hasAnswer(Exchange exchange) {
            return exchange.getException() != null || exchange.getMessage().getBody() != null;
        }
    }
}
