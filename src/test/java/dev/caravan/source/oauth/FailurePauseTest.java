package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slow authorization server holds one call, and others only for a short time. */
class FailurePauseTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void callsDoNotQueueForASlowServer() throws Exception {
        FailurePause pause = new FailurePause(Duration.ofMillis(50));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Future<String> first = callers.submit(() -> pause.run(() -> {
            begun.countDown();
            return awaited(answered);
        }));
        begun.await();

        assertThatThrownBy(() -> pause.run(() -> "second")).isInstanceOf(IOException.class).hasMessageContaining("other calls wait",
                "try again later");

        answered.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(pause.run(() -> "third")).as("a wait that was too long is no failure of the server").isEqualTo("third");
    }

    private static String awaited(CountDownLatch answered) {
        try {
            answered.await();
            return "first";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
