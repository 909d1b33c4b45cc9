package dev.caravan.mcp.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.http.AdmittedRequest;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.SubscribedResources;
import dev.caravan.mcp.TaskListener;
import dev.caravan.mcp.session.SubscribedBytes;
import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** Holds the streams of {@code subscriptions/listen} and what each listens to. {@link OpenStreams} counts them too. */
@Component
class ListenStreams implements ListChanges.Listener, TaskListener, SubscribedResources.Holder {

    private record Listener(String topic, String owner, ListenSubscription listening) {
    }

    private final Map<EventStream, Listener> listeners = new ConcurrentHashMap<>();
    private final OpenStreams streams;
    private final StreamTopics topics;
    private final SubscribedBytes bytes;
    private final SubscribedResources subscribed;

    ListenStreams(OpenStreams streams, StreamTopics topics, SubscribedBytes bytes, SubscribedResources subscribed, ListChanges changes) {
        this.subscribed = subscribed;
        this.streams = streams;
        this.topics = topics;
        this.bytes = bytes;
        changes.addListener(this);
    }

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
        bytes.take(owner, size);
        try {
            return open(topic, owner, listening, exchange, gone -> {
                listeners.remove(gone);
                bytes.give(owner, size);
                tell(listening);
            });
        } catch (HttpRefusal | RuntimeException | Error e) {
            bytes.give(owner, size);
            throw e;
        }
    }

    private EventStream open(String topic, String owner, ListenSubscription listening, HttpServerExchange exchange, Consumer<EventStream> whenGone) throws HttpRefusal {
        EventStream stream = streams.ofSession(exchange, whenGone);
        try {
            stream.farewell(ServerSentEvent.message(listening.end()));
            stream.send(ServerSentEvent.message(listening.acknowledgement()));
            listeners.put(stream, new Listener(topic, owner, listening));
            // check again, as in EventStreamHandler
            topics.of(exchange);
            tell(listening);
        } catch (HttpRefusal | RuntimeException | Error e) {
            listeners.remove(stream);
            streams.forget(stream);
            throw e;
        }
        return stream;
    }

    private void tell(ListenSubscription listening) {
        if (!listening.subscription().resources().isEmpty()) {
            subscribed.changed();
        }
    }

    @Override
    public Map<String, Set<String>> subscribed() {
        Map<String, Set<String>> uris = new HashMap<>();
        listeners.values().forEach(listener -> uris.computeIfAbsent(listener.owner() == null ? SubscribedResources.NOBODY : listener.owner(), none -> new HashSet<>())
                .addAll(listener.listening().subscription().resources()));
        return uris;
    }

    @Override
    public void changed(String topic, String list) {
        tell(Notification.listChanged(list), listener -> listener.topic().equals(topic) && listener.listening().subscription().lists().contains(list));
    }

    @Override
    public void updated(String uri) {
        tell(Notification.resourceUpdated(uri), listener -> listener.listening().subscription().resources().contains(uri));
    }

    @Override
    public boolean hears(String id) {
        return listeners.values().stream().anyMatch(listener -> listener.listening().subscription().tasks().contains(id));
    }

    @Override
    public void changed(String id, ObjectNode task) {
        tell(new Notification("notifications/tasks", task), listener -> listener.listening().subscription().tasks().contains(id));
    }

    @Override
    public void closed(String topic) {
        listeners.forEach((stream, listener) -> {
            if (listener.topic().equals(topic)) {
                stream.end();
            }
        });
    }

    private void tell(Notification notification, Predicate<Listener> wants) {
        listeners.forEach((stream, listener) -> {
            if (wants.test(listener)) {
                stream.send(ServerSentEvent.message(listener.listening().tagged(notification)));
            }
        });
    }
}
