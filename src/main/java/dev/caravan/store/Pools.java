package dev.caravan.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Opens JDBC connection pools. They connect at first use. They find a database that is back within half a second: Hikari sleeps up to 5 s between two
 * attempts, and a pool ends that sleep while a caller waits for a connection.
 */
public final class Pools {

    private static final long LONGEST_SLEEP_MS = 500;

    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "pools"));

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
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        config.setThreadFactory(task -> daemon(() -> {
            threads.add(Thread.currentThread());
            try {
                task.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        }, config.getPoolName() + " connections"));
        HikariDataSource pool = new HikariDataSource(config);
        CLOCK.schedule(() -> wake(pool, threads), LONGEST_SLEEP_MS, TimeUnit.MILLISECONDS);
        return pool;
    }

    private static void wake(HikariDataSource pool, Set<Thread> threads) {
        HikariPoolMXBean state = pool.getHikariPoolMXBean();
        if (!pool.isClosed()) {
            if (state != null && state.getThreadsAwaitingConnection() > 0) {
                threads.stream().filter(Pools::isAsleep).forEach(Thread::interrupt);
            }
            CLOCK.schedule(() -> wake(pool, threads), LONGEST_SLEEP_MS, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether the thread sleeps between two attempts. It may also wait during an attempt, which must not be interrupted. */
    private static boolean isAsleep(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Stream.of(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("quietlySleep"));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
