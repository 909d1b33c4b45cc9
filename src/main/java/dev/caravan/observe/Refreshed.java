package dev.caravan.observe;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches a value from a database. Reading never waits: it returns the known value and refreshes an old one on another thread. After a
 * failed refresh the value is unknown.
 */
public final class Refreshed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Refreshed.class);

    private final Callable<T> source;
    private final long age;
    private final AtomicBoolean fetching = new AtomicBoolean();
    private volatile T value;
    private volatile long fetched;

    /** @param age age after which a value is refreshed */
    public Refreshed(Duration age, Callable<T> source) {
        this.source = source;
        this.age = age.toNanos();
        this.fetched = System.nanoTime() - this.age;
    }

    /** Returns the value; null if unknown. */
    public T get() {
        if (System.nanoTime() - fetched >= age && fetching.compareAndSet(false, true)) {
            Thread thread = new Thread(this::fetch, "metrics");
            thread.setDaemon(true);
            thread.start();
        }
        return value;
    }

    private void fetch() {
        try {
            value = source.call();
        } catch (Exception e) {
            LOG.debug("Metric not refreshed", e);
            value = null;
        } finally {
            fetched = System.nanoTime();
            fetching.set(false);
        }
    }
}
