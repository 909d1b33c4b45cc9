package dev.caravan.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time is kept for all calls, whatever comes of one that is late. */
class DeadlinesUnderErrorsTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final long SOON_S = 20;

    /** Of the calls; a late one is interrupted. */
    private final ExecutorService calls = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        calls.shutdownNow();
    }

    @Test
    void otherDeadlinesHoldWhenEndingALateCallThrows() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        try (Deadlines deadlines = new Deadlines()) {
            Deadlines.Run one = begin(deadlines, () -> {
                first.countDown();
                throw new AssertionError("of the end itself");
            });
            assertThat(first.await(SOON_S, TimeUnit.SECONDS)).isTrue();

            Deadlines.Run two = begin(deadlines, second::countDown);

            assertThat(second.await(SOON_S, TimeUnit.SECONDS)).isTrue();
            assertThat(one.end()).isFalse();
            assertThat(two.end()).isFalse();
        }
    }

    @Test
    void lateCallsEndWhenNoThreadCanBeCreated() throws Exception {
        CountDownLatch ended = new CountDownLatch(2);
        try (Deadlines deadlines = new Deadlines(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            Deadlines.Run one = begin(deadlines, () -> {
                ended.countDown();
                throw new AssertionError("of the end itself");
            });
            Deadlines.Run two = begin(deadlines, ended::countDown);

            assertThat(ended.await(SOON_S, TimeUnit.SECONDS)).isTrue();
            assertThat(one.end()).isFalse();
            assertThat(two.end()).isFalse();
        }
    }

    private Deadlines.Run begin(Deadlines deadlines, Runnable whenLate) throws Exception {
        return calls.submit(() -> deadlines.begin(SHORT, () -> { }, () -> { }, whenLate)).get(SOON_S, TimeUnit.SECONDS);
    }
}
