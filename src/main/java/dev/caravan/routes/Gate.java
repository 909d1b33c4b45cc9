package dev.caravan.routes;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands before a consumer: callers enter and leave; while a route is swapped it is held, and callers wait before it.
 *
 * <p>Entering and leaving cost one atomic increment each. One thread at a time may hold a gate.
 */
public final class Gate {

    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicInteger inside = new AtomicInteger();
    private final List<Runnable> afterRelease = new CopyOnWriteArrayList<>();
    private volatile boolean held;

    /** Waits while the gate is held, 30 s at most; every call must be followed by one {@link #leave}. */
    public void enter() {
        inside.incrementAndGet();
        if (held) {
            inside.decrementAndGet();
            long deadline = System.nanoTime() + LONGEST_WAIT;
            do {
                LockSupport.parkNanos(POLL);
                if (!held || System.nanoTime() >= deadline) {
                    inside.incrementAndGet();
                    if (!held || System.nanoTime() >= deadline) {
                        return;
                    }
                    inside.decrementAndGet();
                }
            } while (true);
        }
    }

    public void leave() {
        inside.decrementAndGet();
    }

    /** Whether callers have entered who have not left. */
    boolean isTaken() {
        return inside.get() != 0;
    }

    public boolean isHeld() {
        return held;
    }

    /** Runs it when the gate is released, on the releasing thread; at once if the gate isn't held. */
    public void afterRelease(Runnable action) {
        if (held) {
            afterRelease.add(action);
        } else {
            action.run();
        }
    }

    /**
     * Closes the gate and waits until all inside have left.
     *
     * @return false if some are still inside after that time; the gate is held all the same
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
        held = false;
        List<Runnable> actions = List.copyOf(afterRelease);
        afterRelease.clear();
        actions.forEach(Runnable::run);
    }
}
