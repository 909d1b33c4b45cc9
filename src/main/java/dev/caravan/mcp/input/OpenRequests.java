package dev.caravan.mcp.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.mcp.AnswerStream;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.session.HmacSigner;
import dev.caravan.mcp.session.Session;
import dev.caravan.store.NodeMessaging;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Holds the running requests of sessions and of the bus, so that their clients can cancel them at any gateway. */
@Component
class OpenRequests {

    private static final int MOST_OF_SESSION = 20;
    private static final int MOST_AT_ONCE = 250;

    private final HmacSigner signer;
    private final NodeMessaging.Broadcast others;
    private final Map<String, Runnable> open = new ConcurrentHashMap<>();

    /** A client may cancel requests that don't exist: beyond the limits its cancellations are dropped, and such a call runs to its end. */
    OpenRequests(HmacSigner signer, NodeMessaging messaging) {
        this.signer = signer;
        this.others = messaging.broadcast("cancel", MOST_OF_SESSION, MOST_AT_ONCE, this::cancelHere);
    }

    /** Registers a request until its answer is sent, if its client can cancel it. */
    void open(Exchange exchange, JsonNode id) {
        AnswerStream stream = AnswerStream.of(exchange);
        String client = client(exchange);
        if (stream != null && client != null) {
            String name = name(client, id);
            Runnable stop = stream::silence;
            open.put(name, stop);
            stream.whenClosed(() -> open.remove(name, stop));
        }
    }

    /** Cancels a request. Does nothing when the request has ended or never existed. */
    private void cancel(String client, JsonNode id) {
        String name = name(client, id);
        if (!cancelHere(name)) {
            others.send(client, name);
        }
    }

    private boolean cancelHere(String name) {
        Runnable stop = open.remove(name);
        if (stop != null) {
            stop.run();
        }
        return stop != null;
    }

    private String name(String client, JsonNode id) {
        return signer.shortMark("request", client, id.toString());
    }

    /** Returns what tells the client from others; null if it can't cancel requests so. */
    private static String client(Exchange exchange) {
        Session session = Session.of(exchange);
        return session == null ? exchange.getProperty(AnswerStream.WAITER, String.class) : session.id();
    }

    /** Handles {@code notifications/cancelled}. A modern client of HTTP closes its connection instead. */
    @Component("cancelRequest")
    record CancelRequest(OpenRequests requests) implements Processor {

        @Override
        public void process(Exchange exchange) {
            JsonNode id = McpRequest.of(exchange).params().get("requestId");
            AnswerStream.RequestCanceller canceller = AnswerStream.RequestCanceller.of(exchange);
            String client = client(exchange);
            if (id == null) {
                return;
            }
            if (canceller != null) {
                canceller.cancel(id);
            } else if (client != null) {
                requests.cancel(client, id);
            }
        }
    }
}
