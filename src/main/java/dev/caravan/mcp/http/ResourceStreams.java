package dev.caravan.mcp.http;

import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.Notification;
import dev.caravan.mcp.session.SessionResources;
import dev.caravan.store.StoreException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Notifies legacy clients of the resources that they subscribed to, on the GET streams of their sessions at this gateway. */
@Component
class ResourceStreams implements ListChanges.Listener, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceStreams.class);

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
        if (streams.haveStanding()) {
            messenger.execute(() -> tell(uri));
        }
    }

    private void tell(String uri) {
        try {
            ServerSentEvent event = ServerSentEvent.message(Notification.resourceUpdated(uri));
            subscriptions.subscribers(uri).forEach(session -> streams.standing(session).ifPresent(stream -> stream.send(event)));
        } catch (StoreException e) {
            LOG.debug("Subscribers of a resource not found uri={}", uri, e);
        }
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
