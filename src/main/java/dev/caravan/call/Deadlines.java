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

/**
 * Keeps time for calls that run on their callers' own threads: every {@value #TICK_MS} ms it looks for late ones. A late
 * call is interrupted, and what is to happen then happens on another thread at once, however long the call goes on.
 *
 * <p>A call that isn't late costs no hand-over between threads. A late one keeps its place until it really ends. One that waits
 * for its client has neither thread nor place meanwhile.
 */
public final class Deadlines implements AutoCloseable {

    private static final long TICK_MS = 10;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MS);

    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private volatile boolean idle;
    private volatile boolean closed;
    private final Thread ticks = daemons("deadlines").newThread(this::tick);
    private final ExecutorService late = Executors.newCachedThreadPool(daemons("late-call"));

    public Deadlines() {
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
            look();
        }
    }

    private void look() {
        long now = System.nanoTime();
        for (Run run : running) {
            if (now - run.deadline >= 0 && run.state.compareAndSet(State.RUNNING, State.LATE)) {
                running.remove(run);
                late.execute(run.whenLate);
                run.thread.interrupt();
                run.state.set(State.INTERRUPTED);
            } else if (now - run.deadline >= 0 && run.state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
                running.remove(run);
                late.execute(run.whenLate);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(ticks);
        late.shutdown();
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
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
                running.remove(this);
                late.execute(instead);
                thread.interrupt();
                state.set(State.INTERRUPTED);
            } else if (state.compareAndSet(State.PARKED, State.INTERRUPTED)) {
                running.remove(this);
                late.execute(instead);
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
