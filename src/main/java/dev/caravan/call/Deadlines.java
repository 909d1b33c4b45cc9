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
 * Enforces the timeouts of calls that run on their callers' threads: every {@value #TICK_MS} ms it looks for late calls. It interrupts a
 * late call and at once runs its timeout action on another thread, however long the call continues.
 *
 * <p>A call in time is never passed between threads. A late call keeps its place until it really ends. A call that waits for its client
 * holds neither a thread nor a place.
 */
public final class Deadlines implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    private static final long TICK_MS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MS);
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Threads of cancelled calls that have not ended yet. */
    private static final Set<Thread> CANCELLED = ConcurrentHashMap.newKeySet();

    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private volatile boolean idle;
    private volatile boolean closed;
    private final Thread ticks = new CamelThreadFactory("#name#", "deadlines", true).newThread(this::tick);
    private final ExecutorService late;

    public Deadlines() {
        this(new CamelThreadFactory("#name#", "late-call", true));
    }

    /** @param threads creates the threads on which late calls end */
    Deadlines(ThreadFactory threads) {
        this.late = Executors.newCachedThreadPool(threads);
        ticks.start();
    }

    /**
     * Starts the timeout of work on the calling thread.
     *
     * @param leavePlace runs once, when the call has really ended or waits for its client
     * @param abandon    runs before the thread is interrupted, so that no step begins after the one that the interrupt ends
     * @param whenLate   runs on another thread if {@link Run#end} was not reached in time
     */
    Run begin(Duration time, Runnable leavePlace, Runnable abandon, Runnable whenLate) {
        Run run = new Run(Thread.currentThread(), System.nanoTime(), time, leavePlace, abandon, whenLate);
        running.add(run);
        if (idle) {
            LockSupport.unpark(ticks);
        }
        return run;
    }

    /** Returns whether the call on this thread was cancelled. What then fails says nothing about the service that was asked. */
    public static boolean isCancelled() {
        return CANCELLED.contains(Thread.currentThread());
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
                look();
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

    /** Runs the action on another thread, or on this one if no thread can be created. */
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
            } else if (now - run.begun >= LONG_NANOS) {
                run.takesLong();
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

    /** One call. It stays on its thread until it is parked. */
    final class Run {

        private final Thread thread;
        private final long begun;
        private final long deadline;
        private final Runnable leavePlace;
        private final Runnable abandon;
        private final Runnable whenLate;
        private volatile Runnable whenLong;
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final AtomicBoolean hasPlace = new AtomicBoolean(true);

        private Run(Thread thread, long begun, Duration time, Runnable leavePlace, Runnable abandon, Runnable whenLate) {
            this.abandon = abandon;
            this.thread = thread;
            this.begun = begun;
            this.deadline = begun + time.toNanos();
            this.leavePlace = leavePlace;
            this.whenLate = whenLate;
        }

        /** Sets an action that runs once if the call takes longer than a quarter of a second. It must not block. */
        void whenLong(Runnable action) {
            whenLong = action;
        }

        private void takesLong() {
            Runnable action = whenLong;
            if (action != null) {
                whenLong = null;
                action.run();
            }
        }

        /**
         * Releases the thread and the place of a call that waits. The call's thread must call this; the call continues and ends on any
         * thread.
         */
        void park() {
            leavePlace();
            if (!state.compareAndSet(State.RUNNING, State.PARKED) && state.get() != State.ENDED) {
                awaitInterrupt();
            }
        }

        /**
         * Interrupts a call that nobody needs any more. Does nothing if it has ended or is late.
         *
         * @param instead action to run now on another thread
         */
        void cancel(Runnable instead) {
            if (state.compareAndSet(State.RUNNING, State.LATE)) {
                CANCELLED.add(thread);
                interrupt(instead);
            } else if (state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
                running.remove(this);
                Deadlines.this.instead(instead);
            }
        }

        /**
         * Interrupts the call before its answer is sent, so that no step begins uninterrupted after the answer. The call's thread waits in
         * {@link #awaitInterrupt} until this is done, even if this fails.
         */
        private void interrupt(Runnable instead) {
            try {
                running.remove(this);
                abandon.run();
            } finally {
                try {
                    thread.interrupt();
                    Deadlines.this.instead(instead);
                } finally {
                    state.set(State.INTERRUPTED);
                }
            }
        }

        /**
         * Ends the call. Call it once, on the call's thread unless the call was parked. Returns false if the call was late and the timeout
         * action ends it.
         */
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

        /** Waits for the interrupt and clears it, so that the thread does not keep it. */
        private void awaitInterrupt() {
            while (state.get() == State.LATE) {
                Thread.onSpinWait();
            }
            if (Thread.currentThread() == thread) {
                CANCELLED.remove(thread);
                Thread.interrupted();
            }
        }
    }
}
