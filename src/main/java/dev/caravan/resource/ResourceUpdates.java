package dev.caravan.resource;

import dev.caravan.mcp.ListChanges;
import dev.caravan.store.Notifications;
import dev.caravan.store.Store;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Routes say here that what a resource holds has changed; clients that listen hear of it, at this gateway and, through the
 * database that they share, at its siblings. Nobody waits for these: while the database is away, they hear nothing.
 */
@Component("resourceUpdates")
public class ResourceUpdates implements Notifications.Listener, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceUpdates.class);

    private static final String CHANNEL = "caravan_resources";
    /** PostgreSQL takes 8,000 bytes. */
    private static final int LONGEST_URI = 7_900;
    private static final int MOST_WAITING = 10_000;

    private final ListChanges changes;
    private final Store store;
    private final String gateway = UUID.randomUUID().toString();
    private final ThreadPoolExecutor messenger = new ThreadPoolExecutor(0, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), task -> {
        Thread thread = new Thread(task, "resource-updates");
        thread.setDaemon(true);
        return thread;
    }, new ThreadPoolExecutor.DiscardOldestPolicy());

    ResourceUpdates(ListChanges changes, Store store, Notifications notifications) {
        this.changes = changes;
        this.store = store;
        notifications.subscribe(CHANNEL, this);
    }

    /** Say it once the new content can be read. Returns at once. */
    public void updated(String uri) {
        changes.updated(uri);
        if (store.isSet() && uri.length() <= LONGEST_URI && uri.chars().allMatch(c -> c < 0x80)) {
            messenger.execute(() -> tell(uri));
        }
    }

    private void tell(String uri) {
        try {
            store.run(jdbc -> jdbc.sql("select pg_notify(?, ?)").params(CHANNEL, gateway + " " + uri).query((row, number) -> number).list());
        } catch (RuntimeException e) {
            LOG.debug("Other gateways do not hear that {} has changed", uri, e);
        }
    }

    @Override
    public void told(String news) {
        int space = news.indexOf(' ');
        if (space > 0 && !news.substring(0, space).equals(gateway)) {
            changes.updated(news.substring(space + 1));
        }
    }

    @Override
    public void missed() {
        // whoever listens reads again when the next change is heard of
    }

    @Override
    public void destroy() {
        messenger.shutdownNow();
    }
}
