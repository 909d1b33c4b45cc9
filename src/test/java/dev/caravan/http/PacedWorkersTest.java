package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two requests run while the processors are busy; more while they are not, or while requests take long. */
class PacedWorkersTest extends RunningRequests {

    private static final int ALWAYS = Integer.MAX_VALUE;
    private static final Runnable NEVER = () -> fail("refused");

    private final Queue<Integer> order = new ConcurrentLinkedQueue<>();
    private volatile double load = 1;

    @Test
    void busyProcessorsRunTheLeastAndTheOthersInOrder() {
        workers = new PacedWorkers(1, 100, ALWAYS, ALWAYS, () -> load);

        request(10, gate);
        gate.countDown();
        await().until(() -> order.size() == 10 && inside.get() == 0);

        assertThat(highest).hasValue(1);
        assertThat(order).containsExactlyElementsOf(IntStream.range(0, 10).boxed().toList());
    }

    @Test
    void idleProcessorsRunAllThatWaitAndBusyOnesReturnToTheLeast() {
        workers = new PacedWorkers(2, 100, ALWAYS, ALWAYS, () -> load);
        load = 0.1;

        request(50, gate);
        await().until(() -> inside.get() == 50);
        assertThat(workers.limit()).isBetween(50, 100);

        load = 1;
        await().until(() -> workers.limit() == 2);
        gate.countDown();
        await().until(() -> inside.get() == 0);
        highest.set(0);
        request(10, gate);
        await().until(() -> order.size() == 60);
        assertThat(highest.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void longRequestsDoNotCountHoweverBusyTheProcessorsAre() {
        workers = new PacedWorkers(2, 100, 3, 3, () -> load);

        request(50, gate);
        await().until(() -> inside.get() == 50);
        assertThat(workers.limit()).isEqualTo(2);
    }

    /** The watch falls asleep and is woken many times; if it missed a call once, the last requests would wait for ever. */
    @Test
    void watchWakesUpHoweverShortlyRequestsWait() {
        workers = new PacedWorkers(2, 100, 3, 3, () -> load);

        for (int round = 1; round <= 100; round++) {
            request(20, new CountDownLatch(0));
            int all = 20 * round;
            await().until(() -> order.size() == all && inside.get() == 0);
        }
        request(50, gate);
        await().until(() -> inside.get() == 50);
    }

    @Test
    void unknownLoadRunsAll() {
        workers = new PacedWorkers(2, 30, ALWAYS, ALWAYS, () -> -1);

        request(50, gate);
        await().until(() -> inside.get() == 30);
        assertThat(workers.limit()).isEqualTo(30);
    }

    @Test
    void stoppedServerRefuses() {
        workers = new PacedWorkers(2, 100, ALWAYS, ALWAYS, () -> load);
        Executor stopped = task -> {
            throw new RejectedExecutionException();
        };
        Queue<String> refused = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 5; i++) {
            workers.execute("", stopped, () -> refused.add("run"), () -> refused.add("refused"));
        }

        await().until(() -> refused.size() == 5);
        assertThat(refused).containsOnly("refused");
    }

    @Test
    void requestThatFailsGivesItsPlaceBack() {
        workers = new PacedWorkers(1, 100, ALWAYS, ALWAYS, () -> load);
        Executor catching = task -> threads.execute(() -> assertThatThrownBy(task::run).hasMessage("refused"));

        workers.execute("", catching, NEVER, NEVER);
        gate.countDown();
        request(1, gate);

        await().until(() -> order.size() == 1);
    }

    private void request(int number, CountDownLatch until) {
        for (int i = 0; i < number; i++) {
            int mine = i;
            workers.execute("", threads, () -> {
                order.add(mine);
                highest.accumulateAndGet(inside.incrementAndGet(), Math::max);
                try {
                    until.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                inside.decrementAndGet();
            }, NEVER);
        }
    }
}
