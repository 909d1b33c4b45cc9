package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RestClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a hundred calls on one large context while another user works. */
abstract class BusyContexts extends CatalogueTest {

    private static final int CALLS = 100;

    /** A third of the time after which a caller who gets no connection is refused; tests of other classes run beside this one. */
    private static final long LONGEST_MILLIS = 10_000;

    static final String BUSY = "Try again";

    long items(long table) {
        return rest.get("/api/v1/tables/" + table).data().at("/data/items").size();
    }

    /** 3.9 MB of JSON. */
    static String large() {
        return IntStream.range(0, 18_000).mapToObj(i -> "{\"id\":" + i + ",\"title\":\"" + "words of the item ".repeat(10) + "\"}")
                .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    /** Makes the calls at once. Checks meanwhile that another user gets lists of tables while they run, and that none fails. */
    <T> List<T> whileAnotherUserListsTables(IntFunction<T> call) throws Exception {
        RestClient other = new RestClient(port(), newUser());
        other.get("/api/v1/tables").data();
        ExecutorService threads = Executors.newFixedThreadPool(CALLS);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int number = i;
                running.add(threads.submit(() -> call.apply(number)));
            }
            List<Integer> statuses = new ArrayList<>();
            CompletableFuture<Void> all = CompletableFuture.runAsync(() -> running.forEach(BusyContexts::end));
            long slowest = 0;
            do {
                long begin = System.nanoTime();
                statuses.add(other.get("/api/v1/tables").status());
                slowest = Math.max(slowest, System.nanoTime() - begin);
            } while (!all.isDone());
            assertThat(statuses).containsOnly(200);
            assertThat(TimeUnit.NANOSECONDS.toMillis(slowest)).as("milliseconds of the slowest list").isLessThan(LONGEST_MILLIS);
            List<T> answers = new ArrayList<>();
            for (Future<T> one : running) {
                answers.add(one.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void end(Future<?> call) {
        try {
            call.get(2, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
