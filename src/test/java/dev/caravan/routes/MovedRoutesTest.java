package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A route that gets another id, or moves to another file, is replaced: no call finds it missing. */
class MovedRoutesTest extends ReloadedFolderTest {

    private static final int ROUNDS = 20;

    private final AtomicBoolean running = new AtomicBoolean(true);
    private final AtomicLong calls = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newFixedThreadPool(2);

    @BeforeEach
    void serve() throws Exception {
        GatedDirectComponent direct = new GatedDirectComponent();
        direct.setBlock(false);
        context.addComponent("direct", direct);
        context.start();
        save("a", STAYS + route("first"));
        save("b", OTHER);
        apply();
        ProducerTemplate template = context.createProducerTemplate();
        for (int i = 0; i < 2; i++) {
            callers.submit(() -> {
                while (running.get()) {
                    try {
                        template.requestBody("direct:moved", "");
                        calls.incrementAndGet();
                    } catch (RuntimeException e) {
                        failures.add(String.valueOf(e.getCause()));
                    }
                }
            });
        }
        await().until(() -> calls.get() > 0);
    }

    @AfterEach
    void stop() throws Exception {
        running.set(false);
        callers.shutdown();
        assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        context.close();
    }

    @Test
    void aRouteGetsAnotherId() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            String id = i % 2 == 0 ? "second" : "first";
            save("a", STAYS + route(id));
            apply();
            assertThat(reloader.served().get(file("a"))).containsExactly("stays", id);
        }
        assertThat(context.getRoutesSize()).isEqualTo(3);
        servedWell();
    }

    @Test
    void aRouteMovesToAnotherFileAndBack() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            boolean there = i % 2 == 0;
            save("a", STAYS + (there ? "" : route("first")));
            save("b", OTHER + (there ? route("first") : ""));
            apply();
            assertThat(reloader.served().get(file(there ? "b" : "a"))).contains("first");
        }
        servedWell();
    }

    private void servedWell() {
        long before = calls.get();
        await().until(() -> calls.get() > before);
        assertThat(failures).isEmpty();
    }

    private static String route(String id) {
        return "- route: {id: " + id + ", from: {uri: 'direct:moved', steps: [{setBody: {constant: done}}]}}\n";
    }
}
