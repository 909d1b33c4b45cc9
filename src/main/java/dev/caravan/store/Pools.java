package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Opens JDBC connection pools. They connect at first use. They find a database that is back within half a second: Hikari sleeps up to 5 s between two
 * attempts, and a pool ends that sleep while a caller waits for a connection.
 */
public final class Pools {

    private static final long LONGEST_SLEEP_MS = 500;

    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private Pools() {
    }

    /** Returns the settings that all pools share; the caller adds those of its product. */
    public static HikariConfig config(String name, String username, String password, int size, Duration connectTimeout, MeterRegistry meters) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setMetricRegistry(meters);
        config.setUsername(username);
        config.setPassword(password);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(connectTimeout.toMillis());
        config.setValidationTimeout(Math.min(connectTimeout.toMillis(), 1_000));
        config.setRegisterMbeans(false);
        return config;
    }

    /** Opens a pool. The caller must close it. */
    public static HikariDataSource open(HikariConfig config) {
        Connecting connecting = new Connecting();
        config.setThreadFactory(task -> daemon(() -> connecting.run(task), config.getPoolName() + " connections"));
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
            CLOCK.schedule(this::wake, LONGEST_SLEEP_MS, TimeUnit.MILLISECONDS);
        }

        private void wake() {
            watched.set(false);
            HikariPoolMXBean state = pool == null ? null : pool.getHikariPoolMXBean();
            if (state != null && state.getThreadsAwaitingConnection() > 0) {
                threads.stream().filter(Pools::isAsleep).forEach(Thread::interrupt);
            }
            if (!threads.isEmpty() && watched.compareAndSet(false, true)) {
                wakeLater();
            }
        }
    }

    /** Whether the thread sleeps between two attempts. It may also wait during an attempt, which must not be interrupted. */
    private static boolean isAsleep(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Stream.of(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("quietlySleep"));
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "pools"));
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
