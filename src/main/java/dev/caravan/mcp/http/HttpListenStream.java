package dev.caravan.mcp.http;

import dev.caravan.http.GuardedBinding;
import dev.caravan.http.HttpRefusal;
import dev.caravan.mcp.ListenStream;
import dev.caravan.mcp.Listening;
import dev.caravan.mcp.McpException;
import io.undertow.server.HttpServerExchange;

/** Makes the answer to a POST one that stays open. */
final class HttpListenStream implements ListenStream {

    private final HttpServerExchange http;
    private final ListenStreams streams;
    private EventStream opened;

    HttpListenStream(HttpServerExchange http, ListenStreams streams) {
        this.http = http;
        this.streams = streams;
    }

    @Override
    public void open(Listening listening) throws McpException {
        try {
            opened = streams.open(listening, http);
        } catch (HttpRefusal refusal) {
            throw McpException.refused(refusal.status(), refusal.getMessage(), refusal.headers());
        }
    }

    /** True: it is open, and answers by itself. */
    boolean start() {
        if (opened != null) {
            opened.start();
            GuardedBinding.forgetBody(http);
        }
        return opened != null;
    }
}
