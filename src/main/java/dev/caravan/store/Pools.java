package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens JDBC connection pools. They connect at first use. They find a database that is back within half a second: Hikari sleeps up to 5 s
 * between two attempts, and a pool ends that sleep while a caller waits for a connection.
 */
public final class Pools {

    private static final long LONGEST_SLEEP_MS = 500;
    /** Hikari refuses shorter ones. */
    private static final long LEAST_TIMEOUT_MS = 250;
    private static final Pattern OPTIONS = Pattern.compile("(?<=[?&])options=([^&]*)(?:&|$)");

    /** Hikari's own clock. It may wait for a database that does not answer. */
    private static final ScheduledThreadPoolExecutor CLOCK = clock("pools");
    private static final ScheduledThreadPoolExecutor WAKER = clock("pools that connect");

    private Pools() {
    }

    /** Returns the settings that all pools share; the caller adds those of its product. */
    public static HikariConfig config(String name, String username, String password, int size, Duration connectTimeout,
            MeterRegistry meters) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setMetricRegistry(meters);
        config.setUsername(username);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(Math.max(LEAST_TIMEOUT_MS, connectTimeout.toMillis()));
        config.setValidationTimeout(Math.max(LEAST_TIMEOUT_MS, Math.min(connectTimeout.toMillis(), 1_000)));
        config.setRegisterMbeans(false);
        return config;
    }

    /**
     * Sets options of PostgreSQL sessions. Those of the address come before them; in the address, they would replace these.
     *
     * @param config has its address
     */
    public static void postgresOptions(HikariConfig config, String options) {
        Matcher given = OPTIONS.matcher(config.getJdbcUrl());
        String before = given.find() ? URLDecoder.decode(given.group(1), StandardCharsets.UTF_8) + " " : "";
        config.setJdbcUrl(given.reset().replaceFirst("").replaceFirst("[?&]$", ""));
        config.addDataSourceProperty("options", before + options);
    }

    /** Opens a pool. The caller must close it. */
    public static HikariDataSource open(HikariConfig config) {
        Connecting connecting = new Connecting();
        config.setThreadFactory(task -> daemon(new ConnectingThread(() -> connecting.run(task), config.getPoolName() + " connections")));
        config.setScheduledExecutor(CLOCK); // else each pool has a clock of its own, which is one of those threads
        return connecting.of(new HikariDataSource(config));
    }

    /** The threads of a pool that open and close connections. They end five seconds after their last task, so a pool at rest has none. */
    private static final class Connecting {

        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean watched = new AtomicBoolean();
        private volatile HikariDataSource pool;

        HikariDataSource of(HikariDataSource opened) {
            pool = opened;
            return opened;
        }

        void run(Runnable task) {
            threads.add(Thread.currentThread());
            if (watched.compareAndSet(false, true)) {
                wakeLater();
            }
            try {
                task.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        }

        private void wakeLater() {
            WAKER.schedule(this::wake, LONGEST_SLEEP_MS, TimeUnit.MILLISECONDS);
        }

        private void wake() {
            watched.set(false);
            if (isAwaited()) {
                threads.stream().filter(Pools::isAsleep).forEach(Thread::interrupt);
            }
            if (!threads.isEmpty() && watched.compareAndSet(false, true)) {
                wakeLater();
            }
        }

        /** Whether a caller waits for a connection, or the one who closes the pool waits for the last attempt. */
        private boolean isAwaited() {
            HikariPoolMXBean state = pool == null ? null : pool.getHikariPoolMXBean();
            return state != null && (state.getThreadsAwaitingConnection() > 0 || pool.isClosed());
        }
    }

    /** Hikari interrupts its own thread again after an interrupted sleep. From then on no sleep between two attempts would last. */
    private static final class ConnectingThread extends Thread {

        ConnectingThread(Runnable task, String name) {
            super(task, name);
        }

        @Override
        public void interrupt() {
            if (Thread.currentThread() != this) {
                super.interrupt();
            }
        }
    }

    /** Whether the thread sleeps between two attempts. It may also wait during an attempt, which must not be interrupted. */
    private static boolean isAsleep(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Stream.of(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("quietlySleep"));
    }

    private static ScheduledThreadPoolExecutor clock(String name) {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> daemon(new Thread(task, name)));
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    private static Thread daemon(Thread thread) {
        thread.setDaemon(true);
        return thread;
    }
}
