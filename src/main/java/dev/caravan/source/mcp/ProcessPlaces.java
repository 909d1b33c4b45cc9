package dev.caravan.source.mcp;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Limits the processes of all upstream servers. At the limit, a process that nobody uses ends first. */
final class ProcessPlaces {

    private final int most;
    private final Semaphore places;
    private final BooleanSupplier endUnused;

    /** @param endUnused ends one process that nobody uses; returns false if there is none */
    ProcessPlaces(int most, BooleanSupplier endUnused) {
        this.most = most;
        this.places = new Semaphore(most, true);
        this.endUnused = endUnused;
    }

    /**
     * Takes a place for a process.
     *
     * @param patience maximum wait for a process that ends
     * @throws IllegalStateException if all processes are in use
     */
    void take(Duration patience) {
        try {
            if (!places.tryAcquire() && !(endUnused.getAsBoolean() && places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS))) {
                throw new IllegalStateException("all " + most + " processes of upstream.max-processes are in use");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it waited for a process to end", e);
        }
    }

    /** Gives the place back. Call it once for each process that has ended. */
    void give() {
        places.release();
    }

    /** Returns the number of processes that run. */
    int running() {
        return most - places.availablePermits();
    }
}
