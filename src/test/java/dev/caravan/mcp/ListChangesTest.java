package dev.caravan.mcp;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListChangesTest {

    private final ListChanges changes = new ListChanges();
    private final AtomicInteger done = new AtomicInteger();
    /** What had been done when the listener heard, of each time that it heard. */
    private final List<Integer> heard = new CopyOnWriteArrayList<>();
    private final List<String> news = new CopyOnWriteArrayList<>();

    private final ListChanges.Listener listener = new ListChanges.Listener() {

        @Override
        public void changed(String topic, String list) {
            heard.add(done.get());
            news.add(topic + "/" + list);
        }

        @Override
        public void closed(String topic) {
            news.add(topic + " closed");
        }
    };

    @AfterEach
    void close() {
        changes.destroy();
    }

    @Test
    void burstIsMergedAndTheLastChangeIsNeverLost() throws Exception {
        changes.addListener(listener);
        long start = System.nanoTime();
        ExecutorService writers = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            writers.submit(() -> {
                for (int n = 0; n < 20_000; n++) {
                    done.incrementAndGet();
                    changes.changed(ListChanges.GATEWAY, ListChanges.TOOLS);
                }
            });
        }
        writers.shutdown();
        assertThat(writers.awaitTermination(60, SECONDS)).isTrue();

        await().until(() -> heard.contains(80_000));
        assertThat((long) heard.size()).isLessThanOrEqualTo(1 + (System.nanoTime() - start) / 100_000_000);
    }

    @Test
    void topicsAndListsAreSeparate() {
        changes.addListener(listener);

        changes.changed("a", ListChanges.TOOLS);
        changes.changed("a", ListChanges.RESOURCES);
        changes.changed("b", ListChanges.TOOLS);
        changes.changed("b", ListChanges.TOOLS);

        await().until(() -> news.size() >= 3);
        assertThat(news).containsExactlyInAnyOrder("a/tools", "a/resources", "b/tools");
    }

    @Test
    void failingListenerDoesNotAffectOthers() {
        changes.addListener(new ListChanges.Listener() {

            @Override
            public void changed(String topic, String list) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void closed(String topic) {
                throw new IllegalStateException("on purpose");
            }
        });
        changes.addListener(listener);

        changes.closed("a");
        changes.changed("b", ListChanges.TOOLS);

        await().until(() -> news.equals(List.of("a closed", "b/tools")));
    }

    @Test
    void changesAfterTheEndAreIgnored() {
        changes.destroy();

        changes.changed(ListChanges.GATEWAY, ListChanges.TOOLS);
        changes.closed("a");

        assertThat(news).isEmpty();
    }
}
