package dev.caravan.mcp.http;

import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.session.SessionResources;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Notifies legacy clients of the resources that they subscribed to, on the GET streams of their sessions at this gateway. */
@Component
class ResourceStreams implements ListChanges.Listener, DisposableBean {

    private static final int MOST_WAITING = 10_000;

    private final ClientStreams streams;
    private final SessionResources subscriptions;
    private final ThreadPoolExecutor messenger = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING),
            new CamelThreadFactory("#name#", "resource-streams", true), new ThreadPoolExecutor.DiscardOldestPolicy());

    ResourceStreams(ClientStreams streams, SessionResources subscriptions, ListChanges changes) {
        this.streams = streams;
        this.subscriptions = subscriptions;
        changes.addListener(this);
    }

    @Override
    public void updated(String uri) {
        if (!streams.standingSessions().isEmpty()) {
            messenger.execute(() -> tell(uri));
        }
    }

    private void tell(String uri) {
        ServerSentEvent event = ServerSentEvent.message(Notification.resourceUpdated(uri));
        subscriptions.subscribers(uri, streams.standingSessions()).forEach(session -> streams.standing(session).ifPresent(stream -> stream.send(event)));
    }

    @Override
    public void changed(String topic, String list) {
        // OpenStreams handles lists
    }

    @Override
    public void closed(String topic) {
        // OpenStreams handles topics
    }

    @Override
    public void destroy() {
        messenger.shutdownNow();
    }
}
