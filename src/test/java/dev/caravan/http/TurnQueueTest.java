package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnQueueTest {

    private final TurnQueue<String> queue = new TurnQueue<>();

    @Test
    void callersTakeTurnsAndKeepTheirOrder() {
        for (String item : List.of("a1", "a2", "a3", "b1", "b2", "c1")) {
            queue.add(item.substring(0, 1), item);
        }

        assertThat(queue.size()).isEqualTo(6);
        assertThat(rest()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @Test
    void callersWithoutItemsAreForgottenAndThoseWithItemsAreNot() {
        queue.add("first", "waits");
        for (int i = 0; i < 5_000; i++) {
            queue.add("caller " + i, "item " + i);
            assertThat(queue.poll()).isNotNull();
        }
        queue.add("first", "also waits");

        assertThat(rest()).contains("also waits").hasSize(2);
    }

    @Test
    void manyThreadsGetEachItemOnce() throws Exception {
        int each = 20_000;
        Set<String> taken = ConcurrentHashMap.newKeySet();
        AtomicInteger left = new AtomicInteger(4 * each);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int mine = t;
                all.add(threads.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        queue.add("caller " + mine % 2, mine + "-" + i);
                    }
                }));
                all.add(threads.submit(() -> {
                    while (left.get() > 0) {
                        String item = queue.poll();
                        if (item != null) {
                            assertThat(taken.add(item)).isTrue();
                            left.decrementAndGet();
                        }
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(taken).hasSize(4 * each);
        assertThat(queue.poll()).isNull();
    }

    private List<String> rest() {
        List<String> items = new ArrayList<>();
        for (String item = queue.poll(); item != null; item = queue.poll()) {
            items.add(item);
        }
        return items;
    }
}
