package dev.caravan.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Receives notifications of changes (PostgreSQL's LISTEN) on a connection of its own. While {@link #isListening} is false, caches must not
 * keep anything that a change could make stale.
 */
@Component
public class Notifications implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final int QUIET_MS = 5_000;
    private static final int PROBE_MS = 3_000;
    private static final long RETRY_MS = 1_000;
    private static final long SETTLE_MS = 2_000;
    /** Application name of the listening connection, by which gateways count each other. */
    private static final String LISTENER = "caravan-listener";
    /** Channel of requests. The payload is the channel for the answer, and the answer. */
    private static final String ASKED = "caravan_settle";

    /** Receives notifications on the listening thread, so it must not block. */
    public interface Listener {

        void told(String payload);

        /** Discards everything cached, since notifications may have been missed. */
        void missed();
    }

    private record Subscription(String channel, Listener listener) {
    }

    private final StoreProperties settings;
    private final Store store;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final String ownChannel = "caravan_settled_" + UUID.randomUUID().toString().replace("-", "");
    private final AtomicLong marks = new AtomicLong();
    private final Map<String, CountDownLatch> awaited = new ConcurrentHashMap<>();
    private volatile boolean running;
    private volatile boolean listening;
    private volatile Connection connection;

    Notifications(StoreProperties settings, Store store) {
        this.settings = settings;
        this.store = store;
    }

    /** Registers a listener. Call this before the gateway starts. */
    public void subscribe(String channel, Listener listener) {
        subscriptions.add(new Subscription(channel, listener));
    }

    /** Whether notifications arrive at this moment. */
    public boolean isListening() {
        return listening;
    }

    /** Waits until every gateway has received the notifications of all changes committed so far, or for two seconds. */
    public void settle() {
        if (!listening) {
            return;
        }
        String mark = String.valueOf(marks.incrementAndGet());
        try {
            int gateways = store.run(
                    jdbc -> jdbc.sql("select count(*) from pg_stat_activity where datname = current_database() and application_name = ?")
                            .param(LISTENER)
                    .query(Integer.class).single());
            CountDownLatch heard = new CountDownLatch(gateways);
            awaited.put(mark, heard);
            store.run(jdbc -> jdbc.sql("select pg_notify(?, ?)").params(ASKED, ownChannel + " " + mark).query((row, n) -> n).list());
            if (!heard.await(SETTLE_MS, TimeUnit.MILLISECONDS)) {
                LOG.warn("Some gateways receive changes late: late={} gateways={}", heard.getCount(), gateways);
            }
        } catch (StoreException e) {
            LOG.warn("Notification of changes failed reason={}", e.getMessage());
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
                missed();
                told = false;
                hear(own);
            } catch (SQLException | RuntimeException | Error e) {
                if (running && !told) {
                    LOG.warn("Store notifications interrupted nextTry={}ms reason={}", RETRY_MS, e.getMessage());
                    told = true;
                }
            } finally {
                listening = false;
                missed();
            }
            pause();
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = Store.driverSettings(settings);
        properties.setProperty("user", settings.username());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", LISTENER);
        Connection own = DriverManager.getConnection(settings.url(), properties);
        own.setNetworkTimeout(Runnable::run, PROBE_MS);
        try (Statement statement = own.createStatement()) {
            statement.execute("listen " + ownChannel);
            statement.execute("listen " + ASKED);
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
                tell(notification.getName(), notification.getParameter(), own);
            }
        }
    }

    /** Sends a query, since a dead connection looks the same as one without notifications. */
    private static void probe(Connection own) throws SQLException {
        try (Statement statement = own.createStatement()) {
            statement.execute("select 1");
        }
    }

    private void tell(String channel, String payload, Connection own) throws SQLException {
        if (channel.equals(ownChannel)) {
            CountDownLatch mark = awaited.get(payload);
            if (mark != null) {
                mark.countDown();
            }
            return;
        }
        if (channel.equals(ASKED)) {
            answer(payload.split(" ", 2), own);
            return;
        }
        subscriptions.stream().filter(subscription -> subscription.channel().equals(channel))
                .forEach(subscription -> pass(() -> subscription.listener().told(payload)));
    }

    private void missed() {
        subscriptions.forEach(subscription -> pass(subscription.listener()::missed));
    }

    /** Catches failures of a listener, so that the other listeners still get the notification. */
    private static void pass(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            LOG.error("Notification listener failed", e);
        }
    }

    /** Answers a request. Notifications arrive in the order of their commits, so this gateway has received all earlier ones. */
    private static void answer(String[] asked, Connection own) throws SQLException {
        if (asked.length == 2) {
            try (PreparedStatement statement = own.prepareStatement("select pg_notify(?, ?)")) {
                statement.setString(1, asked[0]);
                statement.setString(2, asked[1]);
                statement.execute();
            }
        }
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
                LOG.debug("The connection was already closed", e);
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
