package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.session.SubscribedBytes;
import dev.caravan.mcp.session.Subscriptions;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/** Opens the streams of {@code subscriptions/listen}. {@link OpenStreams} counts them too. */
@Component
record ListenStreams(OpenStreams streams, OpenStreams.StreamTopics topics, SubscribedBytes bytes, Subscriptions subscriptions) {

    /**
     * Registers a stream, which hears changes from now on. The caller must start it.
     *
     * @throws HttpRefusal  404, 429 or 503
     * @throws McpException 429 or 503, if subscriptions use all their memory
     */
    EventStream open(ListenSubscription listening, HttpServerExchange exchange) throws HttpRefusal, McpException {
        String topic = topics.of(exchange);
        String owner = Caller.share(AdmittedRequest.caller(exchange));
        long size = SubscribedBytes.of(listening);
        AtomicReference<Subscriptions.Open> open = new AtomicReference<>();
        EventStream stream = streams.open(exchange, gone -> Optional.ofNullable(open.get()).ifPresent(over -> {
            subscriptions.remove(over);
            bytes.give(owner, size);
        }));
        try {
            bytes.take(owner, size);
            open.set(new Subscriptions.Open(topic, owner, null, listening, json -> stream.send(ServerSentEvent.message(json)),
                    stream::end));
            stream.farewell(ServerSentEvent.message(listening.end()));
            subscriptions.add(open.get());
            topics.of(exchange); // again, as in EventStreamHandler
            return stream;
        } catch (HttpRefusal | McpException | RuntimeException | Error e) {
            stream.forget();
            throw e;
        }
    }
}
