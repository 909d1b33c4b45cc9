package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpProperties;
import dev.caravan.http.MediaTypes;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.ListenStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.Session;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;

/** Binds JSON-RPC to HTTP. A client that accepts event streams can get notifications before its answer, or as long as it listens. */
class JsonRpcBinding extends GuardedBinding {

    private final OpenStreams connections;
    private final ClientStreams streams;
    private final ListenStreams listening;
    private final Duration retry;

    JsonRpcBinding(HttpProperties properties, OpenStreams connections, ClientStreams streams, ListenStreams listening, Duration retry) {
        super(new JsonRpcRules(), properties);
        this.connections = connections;
        this.streams = streams;
        this.listening = listening;
        this.retry = retry;
    }

    @Override
    public Message toCamelMessage(HttpServerExchange http, Exchange exchange) throws IOException {
        Message message = super.toCamelMessage(http, exchange);
        exchange.setPattern(ExchangePattern.InOnly); // avoids a copy of the message at the end of each route; the answer is what the last step leaves
        exchange.setProperty(Session.KEPT_BY_CLIENT, true);
        if (MediaTypes.acceptsEventStream(http.getRequestHeaders().get(Headers.ACCEPT))) {
            exchange.setProperty(AnswerStream.PROPERTY, new HttpAnswerStream(http, connections, streams, retry, () -> Session.of(exchange),
                    () -> McpRequest.of(exchange) != null && McpRequest.of(exchange).revision().isModern())); // a batch has no request
            exchange.setProperty(ListenStream.PROPERTY, new HttpListenStream(http, listening));
        }
        return message;
    }

    @Override
    protected void answer(HttpServerExchange http, Exchange exchange) {
        HttpListenStream listening = exchange.getProperty(ListenStream.PROPERTY, HttpListenStream.class);
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
}
