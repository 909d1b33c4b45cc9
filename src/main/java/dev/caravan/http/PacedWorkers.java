package dev.caravan.http;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests on as many threads as help. While the processors are busy, {@value #LEAST} requests per processor run and the others wait,
 * because more threads would only take turns, and each turn costs processor time. A request that takes longer than 20 to 25 ms does not count: it
 * mostly waits for a database or a service, and if it computes, it must not keep the others waiting. A request whose thread sleeps does not count after
 * 10 to 15 ms. While the processors have time left, all waiting requests begin. Callers that have proved who they are take turns.
 *
 * <p>A thread of its own looks every 5 ms, but only while requests wait or that many run.
 */
final class PacedWorkers implements AutoCloseable {

    /** With half as many, processors are idle between turns at 128 connections. Without a limit, p99 is two to three times as long. */
    static final int LEAST = 4;

    private static final Logger LOG = LoggerFactory.getLogger(PacedWorkers.class);
    private static final long LOOK = 5_000_000;
    private static final int LOOKS = 5;
    private static final int LOOKS_ASLEEP = 3;
    private static final int LOOKS_PER_LOAD = 8; // the system counts processor time in steps of 10 ms
    private static final double IDLE = 0.8;
    private static final double BUSY = 0.95;

    private final int least;
    private final int most;
    private final int counted;
    private final int countedAsleep;
    private final DoubleSupplier load;
    private final TurnQueue<Request> waiting = new TurnQueue<>();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    /** Threads that run requests or are about to. */
    private final AtomicInteger alive = new AtomicInteger();
    /** Requests that count. */
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final Thread watch = new Thread(this::watch, "workers");
    private volatile int limit;
    private volatile boolean closed;

    /** @param most requests that run at the same time */
    PacedWorkers(int most) {
        this(LEAST * Runtime.getRuntime().availableProcessors(), most, LOOKS, LOOKS_ASLEEP, load());
    }

    /**
     * @param least         requests that run however busy the processors are
     * @param most          requests that run at the same time
     * @param counted       looks after which a request doesn't count
     * @param countedAsleep the same for one whose thread sleeps
     * @param load          of the processors since it was asked last, 0 to 1; negative if unknown
     */
    PacedWorkers(int least, int most, int counted, int countedAsleep, DoubleSupplier load) {
        this.least = Math.min(least, most);
        this.most = most;
        this.counted = counted;
        this.countedAsleep = countedAsleep;
        this.load = load;
        this.limit = this.least;
        watch.setDaemon(true);
        watch.start();
    }

    /** Returns the load of the system, or that of this process where it is higher: under a limit of a container, Java doesn't know the former at once. */
    private static DoubleSupplier load() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        int processors = Runtime.getRuntime().availableProcessors();
        long[] last = {System.nanoTime(), system.getProcessCpuTime()};
        return () -> {
            long[] now = {System.nanoTime(), system.getProcessCpuTime()};
            double own = (double) (now[1] - last[1]) / (now[0] - last[0]) / processors;
            System.arraycopy(now, 0, last, 0, 2);
            return Math.max(own, system.getCpuLoad());
        };
    }

    private record Request(Executor threads, Runnable run, Runnable refused) {
    }

    /**
     * Runs a request outside of the I/O thread of its connection.
     *
     * @param caller  whose request it is; empty if nobody proved it
     * @param threads of undertow
     * @param refused runs instead if the server has stopped
     */
    void execute(String caller, Executor threads, Runnable run, Runnable refused) {
        waiting.add(caller, new Request(threads, run, refused));
        start();
        if (isWatchNeeded() && watched.compareAndSet(false, true)) {
            LockSupport.unpark(watch);
        }
    }

    /** Returns how many requests may count at the same time now. */
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
        while (!waiting.isEmpty() && take(alive, most)) {
            Request next = take(running, limit) ? poll() : null;
            if (next == null) {
                alive.decrementAndGet();
                return;
            }
            try {
                next.threads.execute(new Worker(next));
            } catch (RejectedExecutionException stopped) {
                running.decrementAndGet();
                alive.decrementAndGet();
                refuse(next);
            }
        }
    }

    private static void refuse(Request request) {
        try {
            request.refused.run();
        } catch (RuntimeException e) {
            LOG.error("Request not refused because of an unexpected exception", e);
        }
    }

    /** Returns the next request, for a place of {@link #running} that was taken, or gives the place back. */
    private Request poll() {
        Request next = waiting.poll();
        if (next == null) {
            running.decrementAndGet();
        }
        return next;
    }

    private static boolean take(AtomicInteger places, int most) {
        for (int taken = places.get(); taken < most; taken = places.get()) {
            if (places.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWatchNeeded() {
        return !waiting.isEmpty() || running.get() >= least;
    }

    private void watch() {
        int looks = 0;
        Throwable failure = null;
        while (!closed) {
            try {
                if (failure != null) { // told within the try, since logging may fail without memory
                    Throwable told = failure;
                    failure = null;
                    LOG.error("Waiting requests not started because of an unexpected exception", told);
                }
                if (!isWatchNeeded()) {
                    sleep();
                    load.getAsDouble();
                    looks = 0;
                }
                LockSupport.parkNanos(LOOK);
                workers.forEach(Worker::look);
                if (++looks % LOOKS_PER_LOAD == 0) {
                    adapt(load.getAsDouble());
                }
                start();
            } catch (Throwable e) {
                failure = e;
            }
        }
    }

    private void sleep() {
        watched.set(false);
        while (!isWatchNeeded() && !closed) {
            LockSupport.park();
            watched.set(false); // whoever woke the watch may be served already
        }
        watched.set(true);
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
        private int looks;

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
                    Thread.interrupted(); // of the request that has ended
                }
            } finally {
                workers.remove(this);
                if (counts.getAndSet(false)) {
                    running.decrementAndGet();
                }
                alive.decrementAndGet();
                start();
            }
        }

        private Request next() {
            boolean place = counts.getAndSet(false);
            if (place && running.get() > limit) {
                running.decrementAndGet();
                return null;
            }
            if (!place && !take(running, limit)) {
                return null;
            }
            Request next = poll();
            counts.set(next != null);
            start(); // in place of a thread that ended because it found the queue empty while this one took its item
            return next;
        }

        /** Counts a request no more that several looks have seen. */
        void look() {
            int now = begun;
            looks = now == seen ? looks + 1 : 1;
            seen = now;
            if (looks >= (isAsleep() ? countedAsleep : counted) && counts.compareAndSet(true, false)) {
                running.decrementAndGet();
            }
        }

        /** Whether the thread waits for another thread or for a time. One that waits for bytes seems to run. */
        private boolean isAsleep() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }
    }
}
