package dev.caravan.database;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** Callers on threads of their own that do the same at the same moment. */
public final class Callers<T> {

    private final List<FutureTask<T>> calls = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    public Callers(int number, Callable<T> action) {
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < number; i++) {
            FutureTask<T> call = new FutureTask<>(() -> {
                start.await();
                return action.call();
            });
            Thread thread = new Thread(call, "caller");
            thread.setDaemon(true);
            thread.start();
            calls.add(call);
            threads.add(thread);
        }
        start.countDown();
    }

    public List<FutureTask<T>> all() {
        return calls;
    }

    public List<FutureTask<T>> done() {
        return calls.stream().filter(FutureTask::isDone).toList();
    }

    /** How many wait for something without a limit of time. */
    public long waiting() {
        return threads.stream().filter(thread -> thread.getState() == Thread.State.WAITING).count();
    }

    /** Of all of them, when they are done. */
    public List<T> results() throws Exception {
        List<T> results = new ArrayList<>();
        for (FutureTask<T> call : calls) {
            results.add(call.get(20, SECONDS));
        }
        return results;
    }
}
