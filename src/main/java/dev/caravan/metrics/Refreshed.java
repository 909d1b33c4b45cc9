package dev.caravan.metrics;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that a database has to be asked for. Reading it never waits: it gives what is known, and where that is old has it fetched on
 * another thread. What could not be fetched is not known.
 */
public final class Refreshed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Refreshed.class);

    private final Callable<T> source;
    private final long age;
    private final AtomicBoolean fetching = new AtomicBoolean();
    private volatile T value;
    private volatile long fetched;

    /** @param age that a value may have */
    public Refreshed(Duration age, Callable<T> source) {
        this.source = source;
        this.age = age.toNanos();
        this.fetched = System.nanoTime() - this.age;
    }

    /** Null if it isn't known. */
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
            LOG.debug("A metric is not known now", e);
            value = null;
        } finally {
            fetched = System.nanoTime();
            fetching.set(false);
        }
    }
}
