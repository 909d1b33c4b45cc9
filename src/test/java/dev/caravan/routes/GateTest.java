package dev.caravan.routes;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GateTest {

    private final Gate gate = new Gate();

    @Test
    void holderWaitsForCallsInsideAndNewCallsWaitForTheRelease() {
        gate.enter();
        CompletableFuture<Boolean> held = CompletableFuture.supplyAsync(() -> gate.hold(SECONDS.toNanos(60)));
        await().until(gate::isHeld);
        CompletableFuture<Void> newcomer = CompletableFuture.runAsync(gate::enter);
        assertThat(held).isNotDone();

        gate.leave();

        assertThat(held.join()).isTrue();
        assertThat(newcomer).isNotDone();
        gate.release();
        newcomer.join();
        gate.leave();
    }

    @Test
    void waitForCallsInsideIsLimited() {
        gate.enter();

        assertThat(gate.hold(MILLISECONDS.toNanos(50))).isFalse();

        gate.release();
        gate.leave();
    }

    @Test
    void waitingCallsRunAfterTheRelease() {
        AtomicInteger ran = new AtomicInteger();
        gate.afterRelease(ran::incrementAndGet);
        assertThat(ran).hasValue(1);
        gate.hold(0);
        gate.afterRelease(ran::incrementAndGet);
        assertThat(ran).hasValue(1);

        gate.release();

        assertThat(ran).hasValue(2);
    }

    @Test
    void noCallIsInsideAHeldGate() throws Exception {
        AtomicBoolean running = new AtomicBoolean(true);
        AtomicInteger inside = new AtomicInteger();
        AtomicLong entries = new AtomicLong();
        ExecutorService callers = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 8; i++) {
            callers.submit(() -> {
                while (running.get()) {
                    gate.enter();
                    inside.incrementAndGet();
                    entries.incrementAndGet();
                    inside.decrementAndGet();
                    gate.leave();
                }
            });
        }
        for (int i = 0; i < 200; i++) {
            assertThat(gate.hold(SECONDS.toNanos(60))).isTrue();
            assertThat(inside.get()).isZero();
            gate.release();
        }
        running.set(false);
        callers.shutdown();
        assertThat(callers.awaitTermination(60, SECONDS)).isTrue();
        assertThat(entries.get()).isPositive();
    }
}
