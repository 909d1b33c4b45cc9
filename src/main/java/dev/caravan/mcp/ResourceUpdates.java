package dev.caravan.mcp;

import dev.caravan.store.NodeMessaging;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Lets routes report changed content of a resource. Subscribed clients of this gateway hear of it, and those of the other gateways through
 * the shared database. While the database is unavailable, the other gateways hear nothing.
 */
@Component
public class ResourceUpdates implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceUpdates.class);

    private static final String KIND = "resource";
    private static final int LONGEST_URI = 6_000;
    private static final int MOST_WAITING = 10_000;

    private final ListChanges changes;
    private final NodeMessaging messaging;
    private final ThreadPoolExecutor messenger = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING),
            new CamelThreadFactory("#name#", "resource-updates", true), new ThreadPoolExecutor.DiscardOldestPolicy());

    ResourceUpdates(ListChanges changes, NodeMessaging messaging) {
        this.changes = changes;
        this.messaging = messaging;
        messaging.read(KIND, this::told);
    }

    /** Reports a change. Call it when the new content can be read. Returns at once. */
    public void updated(String uri) {
        changes.updated(uri);
        if (uri.length() <= LONGEST_URI) {
            messenger.execute(() -> tell(uri));
        }
    }

    private void tell(String uri) {
        try {
            messaging.sendAll(KIND, messaging.address() + " " + uri);
        } catch (RuntimeException | Error e) {
            LOG.debug("Other gateways not notified of a changed resource uri={}", uri, e);
        }
    }

    private void told(String news) {
        int space = news.indexOf(' ');
        if (!news.substring(0, space).equals(messaging.address())) {
            changes.updated(news.substring(space + 1));
        }
    }

    @Override
    public void destroy() {
        messenger.shutdownNow();
    }
}
