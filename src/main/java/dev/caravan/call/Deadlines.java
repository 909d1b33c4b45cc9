package dev.caravan.call;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps time for calls that run on their callers' own threads: every {@value #TICK_MS} ms it looks for late ones. A late
 * call is interrupted, and what is to happen then happens on another thread at once, however long the call goes on.
 *
 * <p>A call that isn't late costs no hand-over between threads. A late one keeps its place until it really ends. One that waits
 * for its client has neither thread nor place meanwhile.
 */
public final class Deadlines implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    private static final long TICK_MS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MS);

    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private volatile boolean idle;
    private volatile boolean closed;
    private final Thread ticks = new CamelThreadFactory("#name#", "deadlines", true).newThread(this::tick);
    private final ExecutorService late;

    public Deadlines() {
        this(new CamelThreadFactory("#name#", "late-call", true));
    }

    /** @param threads makes those on which late calls end */
    Deadlines(ThreadFactory threads) {
        this.late = Executors.newCachedThreadPool(threads);
        ticks.start();
    }

    /**
     * The calling thread begins what has to end within that time.
     *
     * @param leavePlace is run once, when the call has really ended, or waits for its client
     * @param whenLate   runs on another thread if {@link Run#end} wasn't reached by then
     */
    Run begin(Duration time, Runnable leavePlace, Runnable whenLate) {
        Run run = new Run(Thread.currentThread(), System.nanoTime() + time.toNanos(), leavePlace, whenLate);
        running.add(run);
        if (idle) {
            LockSupport.unpark(ticks);
        }
        return run;
    }

    /** Sleeps without ticks while no call is under way. */
    private void tick() {
        while (!closed) {
            idle = true;
            while (running.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            idle = false;
            LockSupport.parkNanos(this, TICK_NANOS);
            try {
                look();
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    private static void failed(Throwable thrown) {
        try {
            LOG.error("A late call could not be ended", thrown);
        } catch (Throwable second) {
            // no memory for a line in the log; time is kept all the same
        }
    }

    /** On another thread, or on this one if none can be made. */
    private void instead(Runnable action) {
        try {
            late.execute(action);
        } catch (Throwable e) {
            action.run();
        }
    }

    private void look() {
        long now = System.nanoTime();
        for (Run run : running) {
            if (now - run.deadline >= 0 && run.state.compareAndSet(State.RUNNING, State.LATE)) {
                run.interrupt(run.whenLate);
            } else if (now - run.deadline >= 0 && run.state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
                running.remove(run);
                instead(run.whenLate);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(ticks);
        late.shutdown();
    }

    private enum State { RUNNING, PARKED, ENDED, LATE, INTERRUPTED }

    /** One call, on its thread till it is parked. */
    final class Run {

        private final Thread thread;
        private final long deadline;
        private final Runnable leavePlace;
        private final Runnable whenLate;
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final AtomicBoolean hasPlace = new AtomicBoolean(true);

        private Run(Thread thread, long deadline, Runnable leavePlace, Runnable whenLate) {
            this.thread = thread;
            this.deadline = deadline;
            this.leavePlace = leavePlace;
            this.whenLate = whenLate;
        }

        /** The call waits for somebody, and its thread goes, which must call this; it goes on and ends on any other. It has no place any more. */
        void park() {
            leavePlace();
            if (!state.compareAndSet(State.RUNNING, State.PARKED) && state.get() != State.ENDED) {
                awaitInterrupt();
            }
        }

        /**
         * Nobody wants the call any more: it is interrupted as a late one is. Does nothing if it has ended or is late.
         *
         * @param instead what is to happen now; runs on another thread
         */
        void cancel(Runnable instead) {
            if (state.compareAndSet(State.RUNNING, State.LATE)) {
                interrupt(instead);
            } else if (state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
                running.remove(this);
                Deadlines.this.instead(instead);
            }
        }

        /** Its thread waits in {@link #awaitInterrupt} until this is over, whatever is thrown here. */
        private void interrupt(Runnable instead) {
            try {
                running.remove(this);
                Deadlines.this.instead(instead);
            } finally {
                thread.interrupt();
                state.set(State.INTERRUPTED);
            }
        }

        /** The call has ended; must be called once, on its thread unless it was parked. False: too late, somebody else goes on with it. */
        boolean end() {
            leavePlace();
            if (state.compareAndSet(State.RUNNING, State.ENDED) || state.compareAndSet(State.PARKED, State.ENDED)) {
                running.remove(this);
                return true;
            }
            awaitInterrupt();
            return false;
        }

        private void leavePlace() {
            if (hasPlace.compareAndSet(true, false)) {
                leavePlace.run();
            }
        }

        /** It is late: its thread must not take the interrupt along. */
        private void awaitInterrupt() {
            while (state.get() == State.LATE) {
                Thread.onSpinWait();
            }
            if (Thread.currentThread() == thread) {
                Thread.interrupted();
            }
        }
    }
}
