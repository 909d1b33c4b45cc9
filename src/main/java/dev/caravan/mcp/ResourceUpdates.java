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
 * Routes say here that what a resource holds has changed; clients that listen hear of it, at this gateway and, through the
 * database that they share, at its siblings. Nobody waits for these: while the database is away, they hear nothing.
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

    /** Say it once the new content can be read. Returns at once. */
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
            LOG.debug("Other gateways do not hear that {} has changed", uri, e);
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
