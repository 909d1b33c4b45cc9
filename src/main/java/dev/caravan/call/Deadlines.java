package dev.caravan.call;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of the calls that run on their callers' threads: every {@value #TICK_MS} ms it looks for late calls. Each {@link CallEnd} ends
 * its own call.
 */
public final class Deadlines implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    private static final long TICK_MS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MS);

    /** Threads of cancelled calls that have not ended yet. */
    static final Set<Thread> CANCELLED = ConcurrentHashMap.newKeySet();

    private final Set<CallEnd> running = ConcurrentHashMap.newKeySet();
    private volatile boolean idle;
    private volatile boolean closed;
    private final Thread ticks = new CamelThreadFactory("#name#", "deadlines", true).newThread(this::tick);
    private final ExecutorService late;

    public Deadlines() {
        this(new CamelThreadFactory("#name#", "late-call", true));
    }

    /** @param threads creates the threads on which late calls are answered */
    Deadlines(ThreadFactory threads) {
        this.late = Executors.newCachedThreadPool(threads);
        ticks.start();
    }

    /** Returns whether the call on this thread was cancelled. What then fails says nothing about the service that was asked. */
    public static boolean isCancelled() {
        return CANCELLED.contains(Thread.currentThread());
    }

    /**
     * Sets up a circuit breaker that opens when half of the last ten requests, and at least five, failed. Calls that their callers
     * cancelled don't count. After the pause one request tries again.
     */
    public static CircuitBreakerConfig.Builder breaker(Duration pause) {
        return CircuitBreakerConfig.custom()
                .slidingWindowSize(10)
                .minimumNumberOfCalls(5)
                .failureRateThreshold(50)
                .waitDurationInOpenState(pause)
                .permittedNumberOfCallsInHalfOpenState(1)
                .ignoreException(thrown -> isCancelled());
    }

    void add(CallEnd call) {
        running.add(call);
        if (idle) {
            LockSupport.unpark(ticks);
        }
    }

    void remove(CallEnd call) {
        running.remove(call);
    }

    /** Runs the action on another thread, or on this one if no thread can be created. */
    void instead(Runnable action) {
        try {
            late.execute(action);
        } catch (Throwable e) {
            action.run();
        }
    }

    /** Checks deadlines. Sleeps without ticks while no call runs. */
    private void tick() {
        while (!closed) {
            idle = true;
            while (running.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            idle = false;
            LockSupport.parkNanos(this, TICK_NANOS);
            try {
                long now = System.nanoTime();
                running.forEach(call -> call.look(now));
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    private static void failed(Throwable thrown) {
        try {
            LOG.error("Late call not ended because of an unexpected exception", thrown);
        } catch (Throwable second) {
            // logging may fail without memory; timeouts must continue
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(ticks);
        late.shutdown();
    }
}
