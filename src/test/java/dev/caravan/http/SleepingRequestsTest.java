package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While the processors are busy, two requests compute at the same time, besides those whose thread sleeps. */
class SleepingRequestsTest extends RunningRequests {

    private final AtomicInteger ended = new AtomicInteger();

    @BeforeEach
    void start() {
        workers = new PacedWorkers(2, 100, Integer.MAX_VALUE, 2, () -> 1);
    }

    @Test
    void sleepingRequestsDoNotCount() {
        request(50, this::sleep);
        await().until(() -> inside.get() == 50);
        assertThat(workers.limit()).isEqualTo(2);
    }

    @Test
    void computingRequestsCountBesideSleepingOnes() {
        request(20, this::sleep);
        await().until(() -> inside.get() == 20);

        request(10, SleepingRequestsTest::compute);
        await().until(() -> ended.get() == 10);
        assertThat(highest.get()).as("with the 20 that sleep").isBetween(21, 22);
    }

    /** Takes 50 ms of processor time or more. */
    private static void compute() {
        for (long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50); System.nanoTime() < end;) {
            Thread.onSpinWait();
        }
    }

    private void request(int number, Runnable work) {
        for (int i = 0; i < number; i++) {
            workers.execute("", threads, () -> {
                highest.accumulateAndGet(inside.incrementAndGet(), Math::max);
                work.run();
                inside.decrementAndGet();
                ended.incrementAndGet();
            }, () -> fail("refused"));
        }
    }
}
