package dev.caravan.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * What the database tells of changes (PostgreSQL's LISTEN), on one connection of its own. While it isn't
 * {@link #isListening}, nothing that a change would make stale may be kept.
 */
@Component
public class Notifications implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final int QUIET_MS = 5_000;
    private static final int PROBE_MS = 3_000;
    private static final long RETRY_MS = 1_000;
    private static final long SETTLE_MS = 2_000;

    /** Hears of changes, on the thread that listens: must not wait. */
    public interface Listener {

        void told(String payload);

        /** Changes may have been missed: all that is kept is stale. */
        void missed();
    }

    private record Subscription(String channel, Listener listener) {
    }

    private final StoreProperties settings;
    private final Store store;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final String ownChannel = "caravan_settled_" + UUID.randomUUID().toString().replace("-", "");
    private final AtomicLong marks = new AtomicLong();
    private final Map<String, CompletableFuture<Void>> awaited = new ConcurrentHashMap<>();
    private volatile boolean running;
    private volatile boolean listening;
    private volatile Connection connection;

    Notifications(StoreProperties settings, Store store) {
        this.settings = settings;
        this.store = store;
    }

    /** Before the gateway starts. */
    public void subscribe(String channel, Listener listener) {
        subscriptions.add(new Subscription(channel, listener));
    }

    public boolean isListening() {
        return listening;
    }

    /** Returns when this gateway has heard of every change that was committed before, or after two seconds. */
    public void settle() {
        if (!listening) {
            return;
        }
        String mark = String.valueOf(marks.incrementAndGet());
        CompletableFuture<Void> heard = new CompletableFuture<>();
        awaited.put(mark, heard);
        try {
            store.run(jdbc -> jdbc.sql("select pg_notify(?, ?)").params(ownChannel, mark).query((row, n) -> n).list());
            heard.get(SETTLE_MS, TimeUnit.MILLISECONDS);
        } catch (StoreException | TimeoutException | ExecutionException e) {
            LOG.warn("Changes are not heard of in time: {}", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            awaited.remove(mark);
        }
    }

    @Override
    public void start() {
        running = true;
        Thread thread = new Thread(this::listen, "store-notifications");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        boolean told = false;
        while (running) {
            try (Connection own = connect()) {
                connection = own;
                listening = true;
                subscriptions.forEach(subscription -> subscription.listener().missed());
                told = false;
                hear(own);
            } catch (SQLException e) {
                if (running && !told) {
                    LOG.warn("The gateway's database can't be listened to, next try in {} ms: {}", RETRY_MS, e.getMessage());
                    told = true;
                }
            } finally {
                listening = false;
                subscriptions.forEach(subscription -> subscription.listener().missed());
            }
            pause();
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = Store.driverSettings(settings);
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        Connection own = DriverManager.getConnection(settings.url(), properties);
        own.setNetworkTimeout(Runnable::run, PROBE_MS);
        try (Statement statement = own.createStatement()) {
            statement.execute("listen " + ownChannel);
            for (Subscription subscription : subscriptions) {
                statement.execute("listen " + subscription.channel());
            }
        }
        return own;
    }

    private void hear(Connection own) throws SQLException {
        PGConnection driver = own.unwrap(PGConnection.class);
        while (running) {
            PGNotification[] notifications = driver.getNotifications(QUIET_MS);
            if (notifications == null || notifications.length == 0) {
                probe(own);
                continue;
            }
            for (PGNotification notification : notifications) {
                tell(notification.getName(), notification.getParameter());
            }
        }
    }

    /** A connection whose other end is gone says nothing, like one on which nothing happens. */
    private static void probe(Connection own) throws SQLException {
        try (Statement statement = own.createStatement()) {
            statement.execute("select 1");
        }
    }

    private void tell(String channel, String payload) {
        if (channel.equals(ownChannel)) {
            CompletableFuture<Void> mark = awaited.get(payload);
            if (mark != null) {
                mark.complete(null);
            }
            return;
        }
        subscriptions.stream().filter(subscription -> subscription.channel().equals(channel))
                .forEach(subscription -> subscription.listener().told(payload));
    }

    private void pause() {
        try {
            if (running) {
                Thread.sleep(RETRY_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        running = false;
        Connection open = connection;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("The connection was gone already", e);
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isAutoStartup() {
        return store.isSet();
    }
}
