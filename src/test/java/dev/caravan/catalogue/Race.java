package dev.caravan.catalogue;

import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Sixteen requests that begin at once. */
final class Race {

    static final int THREADS = 16;

    private Race() {
    }

    /** @param each makes the request of that number, from 0 */
    static List<RestClient.Answer> of(IntFunction<RestClient.Answer> each) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<RestClient.Answer>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            running.add(threads.submit(() -> {
                start.await();
                return each.apply(number);
            }));
        }
        start.countDown();
        List<RestClient.Answer> answers = new ArrayList<>();
        for (Future<RestClient.Answer> one : running) {
            answers.add(one.get(60, TimeUnit.SECONDS));
        }
        threads.shutdown();
        return answers;
    }
}
