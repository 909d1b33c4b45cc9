package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One gateway at a time syncs a collection; the others wait for its lease. */
@Tag("nightly")
@Timeout(540)
class SyncLeaseTest extends SearchTest {

    @Test
    void leaseOfADeadGatewayExpires() throws Exception {
        gateway.driver.executableQuery(
                "CREATE (:CaravanCollection {name: $name, born: 'x', version: 3, removed: 0, holder: 'dead', until: timestamp() + 1500})")
                .withParameters(java.util.Map.of("name", collection)).execute();

        sync("", ITEMS);

        assertThat(stored()).hasSize(4);
    }

    @Test
    void gatewayThatLostTheLeaseWritesNothingAndStartsAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        embedder.before = () -> {
            if (calls.incrementAndGet() == 1) {
                gateway.driver
                        .executableQuery("MATCH (c:CaravanCollection {name: $name}) SET c.holder = 'another', c.until = timestamp() + 500")
                        .withParameters(java.util.Map.of("name", collection)).execute();
            }
        };

        sync("", ITEMS);

        assertThat(calls).hasValue(2);
        assertThat(stored()).hasSize(4);
    }

    @Test
    void concurrentSyncsOfOneScopeAreSerializable() throws Exception {
        try (Gateway another = new Gateway(embedder)) {
            for (int round = 0; round < 5; round++) {
                List<String> versions = new ArrayList<>();
                for (int writer = 0; writer < 4; writer++) {
                    ArrayNode items = JSON.createArrayNode();
                    for (int i = 0; i < 150; i++) {
                        items.add("word " + (i % 2 == 0 ? "common " + i : "of " + writer + " at " + round + " " + i));
                    }
                    versions.add(items.toString());
                }
                ExecutorService threads = Executors.newFixedThreadPool(4);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<SyncCounts>> running = new ArrayList<>();
                for (int writer = 0; writer < 4; writer++) {
                    SearchIndex own = writer % 2 == 0 ? index : another.index;
                    String data = versions.get(writer);
                    running.add(threads.submit(() -> {
                        start.await();
                        return own.sync(collection, Pointer.ROOT, json(data), QUIET);
                    }));
                }
                start.countDown();
                for (Future<SyncCounts> sync : running) {
                    assertThat(sync.get().indexed()).isEqualTo(150);
                }
                threads.shutdown();

                assertThat(versions.stream().map(data -> expected("", data))).contains(stored());
            }
        }
    }
}
