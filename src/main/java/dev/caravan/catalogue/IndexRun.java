package dev.caravan.catalogue;

import dev.caravan.retrieval.IndexCounts;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.store.Heartbeat;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work on one index task. Collects its progress, reports it to the database and the log, and cancels the work when it must stop. */
public final class IndexRun implements IndexProgress, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IndexRun.class);
    private static final long TELL_MS = 5_000;
    private static final long STORE_MS = 1_000;

    private final IndexTasks.Claimed task;
    private final IndexTasks tasks;
    private final Duration timeout;
    private final long began = System.nanoTime();
    private final Heartbeat clock;
    private final ScheduledFuture<?> renewal;
    private volatile IndexCounts counts;
    private volatile String stop;
    private long told = began;
    private long stored = began - STORE_MS * 1_000_000;

    IndexRun(IndexTasks.Claimed task, IndexTasks tasks, Indexing.IndexProperties settings, Heartbeat clock) {
        this.task = task;
        this.tasks = tasks;
        this.timeout = settings.timeout();
        this.clock = clock;
        this.renewal = clock.renew(settings.lease(), this::renew);
    }

    IndexTasks.Claimed task() {
        return task;
    }

    IndexCounts counts() {
        return counts;
    }

    private void renew() {
        if (!tasks.renew(task, counts)) {
            stop = "Another gateway has taken over the task";
        }
    }

    /** Cancels the work at its next report of progress. */
    void stop(String reason) {
        stop = reason;
    }

    /** @throws CancellationException if the work must stop, with the reason */
    @Override
    public void reached(IndexCounts reached) {
        counts = reached;
        long indexed = reached.indexed();
        long chunks = reached.chunks();
        long elapsed = (System.nanoTime() - began) / 1_000_000;
        if (elapsed > timeout.toMillis()) {
            throw new CancellationException(
                    "Indexing timed out after " + timeout.toSeconds() + " s; " + indexed + " of " + chunks + " chunks are indexed");
        }
        if (stop != null) {
            throw new CancellationException(stop);
        }
        if ((System.nanoTime() - stored) / 1_000_000 >= STORE_MS) {
            stored = System.nanoTime();
            clock.soon(this::renew);
        }
        if ((System.nanoTime() - told) / 1_000_000 >= TELL_MS) {
            told = System.nanoTime();
            double rate = indexed * 1_000.0 / elapsed;
            LOG.info("Index progress tool={} indexed={} chunks={} perSecond={} remaining={}s", task.toolId(), indexed, chunks,
                    Math.round(rate),
                    rate == 0 ? "?" : Math.round((chunks - indexed) / rate));
        }
    }

    @Override
    public void close() {
        renewal.cancel(false);
    }
}
