package dev.caravan.http;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** Requests that run on workers, which end with the test. */
abstract class RunningRequests {

    final ExecutorService threads = Executors.newCachedThreadPool();
    final CountDownLatch gate = new CountDownLatch(1);
    final AtomicInteger inside = new AtomicInteger();
    final AtomicInteger highest = new AtomicInteger();
    PacedWorkers workers;

    @AfterEach
    void end() {
        gate.countDown();
        workers.close();
        threads.shutdown();
    }

    /** Waits until the gate opens. */
    final void sleep() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
