package dev.caravan.http;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests on as many threads as help. While the processors are busy, {@value #LEAST} requests per processor run and the others wait in order,
 * because more threads would only take turns, and each turn costs processor time. A request that waits for a database or a service does not count. While
 * the processors have time left, all waiting requests begin.
 *
 * <p>A thread of its own looks every 10 ms, but only while requests wait or more than the least run.
 */
final class PacedWorkers implements HttpGuard.Workers, AutoCloseable {

    /** With half as many, processors are idle between turns at 128 connections; with all, a call costs an eighth more and p99 is three times as long. */
    static final int LEAST = 4;

    private static final Logger LOG = LoggerFactory.getLogger(PacedWorkers.class);
    private static final long LOOK = 10_000_000;
    private static final int LOOKS_PER_LOAD = 4; // the system counts processor time in steps of 10 ms
    private static final double IDLE = 0.8;
    private static final double BUSY = 0.95;
    private static final long WORKS = LOOK / 20;

    private final int least;
    private final int most;
    private final DoubleSupplier load;
    private final ToLongFunction<Thread> processorTime;
    private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final Thread watch = new Thread(this::watch, "workers");
    private volatile int limit;
    private volatile boolean closed;

    /** @param most requests that run at the same time */
    PacedWorkers(int most) {
        this(LEAST * Runtime.getRuntime().availableProcessors(), most, ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)::getCpuLoad,
                thread -> ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()));
    }

    /**
     * @param least         requests that run however busy the processors are
     * @param most          requests that count at the same time
     * @param load          of the processors since it was asked last, 0 to 1; negative if unknown
     * @param processorTime that a thread has used, in nanoseconds; negative if unknown
     */
    PacedWorkers(int least, int most, DoubleSupplier load, ToLongFunction<Thread> processorTime) {
        this.least = Math.min(least, most);
        this.most = most;
        this.load = load;
        this.processorTime = processorTime;
        this.limit = this.least;
        watch.setDaemon(true);
        watch.start();
    }

    private record Request(Executor threads, Runnable run, Runnable refused) {
    }

    @Override
    public void execute(Executor threads, Runnable run, Runnable refused) {
        waiting.add(new Request(threads, run, refused));
        start();
        if (isWatchNeeded() && watched.compareAndSet(false, true)) {
            LockSupport.unpark(watch);
        }
    }

    /** Returns how many requests may run at the same time now, without those that wait for something. */
    int limit() {
        return limit;
    }

    /** Ends the watch. Requests run on, with the limit of this moment. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
    }

    private void start() {
        while (!waiting.isEmpty() && enter()) {
            Request next = waiting.poll();
            if (next == null) {
                running.decrementAndGet();
                continue;
            }
            try {
                next.threads.execute(new Worker(next));
            } catch (RejectedExecutionException stopped) {
                running.decrementAndGet();
                next.refused.run();
            }
        }
    }

    private boolean enter() {
        for (int now = running.get(); now < limit; now = running.get()) {
            if (running.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWatchNeeded() {
        return !waiting.isEmpty() || running.get() > least;
    }

    private void watch() {
        int looks = 0;
        while (!closed) {
            if (!isWatchNeeded()) {
                watched.set(false);
                while (!isWatchNeeded() && !closed) {
                    LockSupport.park();
                    watched.set(false); // whoever woke the watch may be served already
                }
                watched.set(true);
                load.getAsDouble();
                looks = 0;
            }
            LockSupport.parkNanos(LOOK);
            try {
                workers.forEach(Worker::look);
                if (++looks % LOOKS_PER_LOAD == 0) {
                    adapt(load.getAsDouble());
                }
                start();
            } catch (RuntimeException e) {
                LOG.error("Waiting requests not started because of an unexpected exception", e);
            }
        }
    }

    private void adapt(double busy) {
        if (busy < IDLE) {
            limit = Math.min(most, Math.max(limit, running.get() + waiting.size()));
        } else if (busy > BUSY && limit > least) {
            limit = limit - Math.max(1, (limit - least) / 4);
        }
    }

    /** Runs one request after another on one thread. */
    private final class Worker implements Runnable {

        private final Request first;
        private final AtomicBoolean counts = new AtomicBoolean(true);
        private volatile Thread thread;
        private volatile int begun;
        private int seen; // by the watch alone, as the next one
        private long spent;

        Worker(Request first) {
            this.first = first;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            workers.add(this);
            try {
                for (Request next = first; next != null; next = next()) {
                    begun++;
                    next.run.run();
                }
            } finally {
                workers.remove(this);
                if (counts.getAndSet(false)) {
                    running.decrementAndGet();
                }
                start();
            }
        }

        private Request next() {
            if (counts.get()) {
                return running.get() > limit ? null : waiting.poll();
            }
            if (waiting.isEmpty() || !enter()) {
                return null;
            }
            counts.set(true);
            return waiting.poll();
        }

        /** Counts its request no more if the thread has used no processor time for it since the last look. */
        void look() {
            int now = begun;
            long used = processorTime.applyAsLong(thread);
            if (now == seen && used >= 0 && used - spent < WORKS && counts.compareAndSet(true, false)) {
                running.decrementAndGet();
            }
            seen = now;
            spent = used;
        }
    }
}
