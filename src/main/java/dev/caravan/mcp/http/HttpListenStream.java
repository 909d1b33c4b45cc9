package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.mcp.ListenStream;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import org.apache.camel.Exchange;

/** Keeps the answer to a POST open, unless a later step of the route leaves an error. */
final class HttpListenStream implements ListenStream {

    private final HttpServerExchange http;
    private final ListenStreams streams;
    private EventStream opened;

    HttpListenStream(HttpServerExchange http, ListenStreams streams) {
        this.http = http;
        this.streams = streams;
    }

    @Override
    public void open(ListenSubscription subscription) throws McpException {
        try {
            EventStream stream = streams.open(subscription, http);
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
