package dev.caravan.call;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However many clients answer at once, their calls go on on a bounded number of threads, in turn; none is refused. */
class ContinuationsTest {

    private static final int BOUND = 256;
    private static final int ANSWERS = 1_000;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() throws IOException {
        release.countDown();
        context.close();
    }

    @Test
    void callsBeyondTheLimitWaitAndRunInOrder() {
        List<Integer> begun = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < ANSWERS; i++) {
            int number = i;
            // each answer comes on its own exchange
            Executor threads = Continuations.of(new DefaultExchange(context));
            all.add(CompletableFuture.runAsync(() -> run(number, begun), threads));
        }

        await().until(() -> running.get() == BOUND);
        assertThat(threads()).isEqualTo(BOUND);
        assertThat(all).as("none is refused").noneMatch(CompletableFuture::isDone);

        release.countDown();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).orTimeout(60, SECONDS).join();
        assertThat(most.get()).as("at once").isEqualTo(BOUND);
        assertThat(begun.subList(0, BOUND)).as("the oldest are the first").allMatch(number -> number < BOUND);
    }

    private void run(int number, List<Integer> begun) {
        synchronized (begun) {
            begun.add(number);
        }
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            assertThat(release.await(60, SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.decrementAndGet();
        }
    }

    private long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("(" + context.getName() + ")") && thread.getName().endsWith("- answered"))
                .count();
    }
}
