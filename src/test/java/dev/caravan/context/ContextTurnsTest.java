package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.caravan.store.StoreProperties;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextTurnsTest {

    private final ContextTurns turns = turns(Duration.ofSeconds(30));
    private final CountDownLatch goOn = new CountDownLatch(1);

    private static ContextTurns turns(Duration patience) {
        return new ContextTurns(new StoreProperties("", "", "", 16, Duration.ofSeconds(2), patience, ""));
    }

    @AfterEach
    void letGo() {
        goOn.countDown();
    }

    @Test
    void aCancelledCallLeavesTheQueue() throws Exception {
        CompletableFuture<String> first = held(turns, "first");
        AtomicReference<Exception> refused = new AtomicReference<>();
        Thread cancelled = new Thread(() -> {
            try {
                turns.change("u", 1, () -> "second");
            } catch (ContextFailure e) {
                refused.set(e);
            }
        });
        cancelled.start();
        await().until(() -> cancelled.getState() == Thread.State.TIMED_WAITING);

        cancelled.interrupt();
        cancelled.join(10_000);

        assertThat(refused.get()).isInstanceOf(ContextFailure.class);
        goOn.countDown();
        assertThat(first.join()).isEqualTo("first");
        assertThat(turns.<String>change("u", 1, () -> "third")).isEqualTo("third");
    }

    @Test
    void anotherContextAndAnotherUserDoNotWait() throws Exception {
        held(turns, "first");

        assertThat(turns.<String>change("u", 2, () -> "another context")).isEqualTo("another context");
        assertThat(turns.<String>change("other", 1, () -> "not the owner")).isEqualTo("not the owner");
        assertThat(turns.<String>connected("u", () -> "a read")).isEqualTo("a read");
    }

    @Test
    void aUserHasAQuarterOfTheConnectionsAndIsToldBusyAfterAWhile() throws Exception {
        ContextTurns impatient = turns(Duration.ofMillis(50));
        List<CompletableFuture<String>> four = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            four.add(CompletableFuture.supplyAsync(() -> run(() -> impatient.connected("u", () -> waiting("done", begun))),
                    run -> new Thread(run).start()));
        }
        begun.await();

        assertThatThrownBy(() -> impatient.connected("u", () -> "fifth")).isInstanceOf(ContextFailure.class)
                .hasMessageContaining("Try again in a second");

        goOn.countDown();
        assertThat(four).allSatisfy(one -> assertThat(one.join()).isEqualTo("done"));
    }

    private CompletableFuture<String> held(ContextTurns turns, String answer) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> run(() -> turns.change("u", 1, () -> waiting(answer, begun))),
                run -> new Thread(run).start());
        begun.await();
        return call;
    }

    private String waiting(String answer, CountDownLatch begun) {
        begun.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return answer;
    }

    private static String run(ContextTurns.Work<String> work) {
        try {
            return work.run();
        } catch (ContextFailure e) {
            throw new IllegalStateException(e);
        }
    }
}
