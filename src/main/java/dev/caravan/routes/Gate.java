package dev.caravan.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the callers inside a consumer, and holds new callers back while its route is swapped.
 *
 * <p>Entering and leaving cost one atomic increment each. At most one thread may hold a gate.
 */
public final class Gate {

    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicInteger inside = new AtomicInteger();
    private final List<Runnable> afterRelease = new ArrayList<>();
    private volatile boolean held;

    /** Enters the gate. Waits while the gate is held, at most 30 s. Every call must be followed by one call of {@link #leave}. */
    public void enter() {
        inside.incrementAndGet();
        if (held) {
            inside.decrementAndGet();
            boolean interrupted = false;
            long deadline = System.nanoTime() + LONGEST_WAIT;
            do {
                LockSupport.parkNanos(POLL);
                interrupted |= Thread.interrupted(); // else the next wait would end at once
            } while (!isInside(deadline));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Enters the gate if it is open, or the time is over. */
    private boolean isInside(long deadline) {
        if (held && System.nanoTime() < deadline) {
            return false;
        }
        inside.incrementAndGet();
        if (held && System.nanoTime() < deadline) {
            inside.decrementAndGet();
            return false;
        }
        return true;
    }

    public void leave() {
        inside.decrementAndGet();
    }

    /** Whether callers are inside. */
    boolean isTaken() {
        return inside.get() != 0;
    }

    public boolean isHeld() {
        return held;
    }

    /** Runs the action when the gate is released, on the releasing thread. Runs it at once if the gate isn't held. */
    public void afterRelease(Runnable action) {
        synchronized (afterRelease) {
            if (held) {
                afterRelease.add(action);
                return;
            }
        }
        action.run();
    }

    /**
     * Closes the gate and waits until all callers have left.
     *
     * @param limitNanos maximum wait in nanoseconds
     * @return false if callers are still inside after that time; the gate is held in both cases
     */
    boolean hold(long limitNanos) {
        held = true;
        long deadline = System.nanoTime() + limitNanos;
        while (inside.get() > 0) {
            if (System.nanoTime() >= deadline) {
                return false;
            }
            LockSupport.parkNanos(POLL);
        }
        return true;
    }

    void release() {
        List<Runnable> actions;
        synchronized (afterRelease) {
            held = false;
            actions = List.copyOf(afterRelease);
            afterRelease.clear();
        }
        actions.forEach(Runnable::run);
    }
}
