package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.EmbeddingException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SyncTest extends SearchTest {

    private static final String ITEMS = "[\"the pump runs dry\", \"the valve leaks\", \"水泵空转\", \"the pump runs dry\"]";

    @Test
    void theIndexIsThatOfTheData() throws Exception {
        SyncCounts counts = sync("/docs", "{\"a\": " + ITEMS + ", \"n\": 4, \"long\": \"" + "一句话。".repeat(600) + "\"}");

        assertThat(stored()).isEqualTo(expected("/docs", "{\"a\": " + ITEMS + ", \"n\": 4, \"long\": \"" + "一句话。".repeat(600) + "\"}"));
        assertThat(counts).isEqualTo(new SyncCounts(5, stored().size(), stored().size(), embedder.passages.get(), 0, 0));
    }

    @Test
    void equalStringsAreEmbeddedOnce() throws Exception {
        SyncCounts counts = sync("", ITEMS);

        assertThat(counts.chunks()).isEqualTo(4);
        assertThat(counts.embedded()).isEqualTo(3);
        assertThat(embedder.passages).hasValue(3);
    }

    @Test
    void nothingIsDoneTwice() throws Exception {
        sync("", ITEMS);
        embedder.passages.set(0);

        assertThat(sync("", ITEMS)).isEqualTo(new SyncCounts(4, 4, 4, 0, 0, 0));
        assertThat(embedder.passages).hasValue(0);
    }

    @Test
    void whatMovesKeepsItsVector() throws Exception {
        sync("/items", ITEMS);
        embedder.passages.set(0);

        SyncCounts counts = sync("/items", "[\"the valve leaks\", \"水泵空转\", \"new words\", \"the pump runs dry\"]");

        assertThat(embedder.passages).hasValue(1);
        assertThat(counts.embedded()).isEqualTo(1);
        assertThat(stored()).isEqualTo(expected("/items", "[\"the valve leaks\", \"水泵空转\", \"new words\", \"the pump runs dry\"]"));
        assertThat(index.search(collection, at("/items"), "leaking valve", 1)).singleElement().extracting(Hit::jsonPath).isEqualTo("/0");
    }

    @Test
    void whatVanishesGoes() throws Exception {
        sync("", "{\"a\": \"one\", \"b\": \"two\", \"c\": {\"d\": \"three\"}}");

        SyncCounts counts = sync("", "{\"b\": \"two\"}");

        assertThat(counts.removed()).isEqualTo(2);
        assertThat(stored()).containsExactly("/b#0 two");
        assertThat(found("", "three")).containsExactly("two");
    }

    @Test
    void whatIsOutsideOfThePlaceStays() throws Exception {
        sync("/a", "[\"one\"]");
        sync("/ab", "[\"two\"]");
        sync("/a~1b", "[\"three\"]");

        index.sync(collection, at("/a"), MissingNode.getInstance(), QUIET);

        assertThat(stored()).containsExactly("/ab/0#0 two", "/a~1b/0#0 three");
    }

    @Test
    void aPlaceInsideOfAnotherIsPartOfIt() throws Exception {
        sync("", "{\"a\": {\"x\": \"one\", \"y\": \"two\"}, \"b\": \"three\"}");

        sync("/a/x", "\"changed\"");
        assertThat(stored()).containsExactly("/a/x#0 changed", "/a/y#0 two", "/b#0 three");
        sync("/a", "\"whole\"");

        assertThat(stored()).containsExactly("/a#0 whole", "/b#0 three");
    }

    @Test
    void keepOnlyRemovesWhatIsOutsideOfAllPlaces() throws Exception {
        sync("", "{\"a\": [\"one\"], \"ab\": [\"two\"], \"c\": {\"d\": [\"three\"], \"e\": \"four\"}}");

        assertThat(index.keepOnly(collection, List.of(at("/a"), at("/c/d")))).isEqualTo(2);
        assertThat(stored()).containsExactly("/a/0#0 one", "/c/d/0#0 three");
        assertThat(found("", "two")).containsExactlyInAnyOrder("one", "three");

        assertThat(index.keepOnly(collection, List.of())).isEqualTo(2);
        assertThat(stored()).isEmpty();
        assertThat(found("", "one")).isEmpty();
        assertThat(gateway.driver.executableQuery("MATCH (c:CaravanCollection {name: $name}) RETURN c").withParameters(java.util.Map.of("name", collection)).execute().records()).isEmpty();
    }

    @Test
    void aCollectionThatBeginsAnewHasNothingOfTheOldOne() throws Exception {
        sync("", "[\"old words\"]");
        assertThat(found("", "words")).containsExactly("old words");
        index.keepOnly(collection, List.of());

        sync("", "[\"new words\"]");

        assertThat(found("", "words")).containsExactly("new words");
    }

    @Test
    void progressGoesUpToTheWhole() throws Exception {
        ArrayNode many = JSON.createArrayNode();
        for (int i = 0; i < 700; i++) {
            many.add("word " + i);
        }
        List<SyncCounts> seen = new ArrayList<>();

        index.sync(collection, Pointer.ROOT, many, seen::add);

        assertThat(seen.get(0)).isEqualTo(new SyncCounts(700, 700, 0, 0, 0, 0));
        assertThat(seen).extracting(SyncCounts::indexed).isSorted().endsWith(700);
        assertThat(seen).hasSizeGreaterThan(4);
    }

    @Test
    void aSyncThatBreaksOffGoesOnWhereItWas() throws Exception {
        ArrayNode many = JSON.createArrayNode();
        for (int i = 0; i < 700; i++) {
            many.add("word " + i);
        }
        assertThatThrownBy(() -> index.sync(collection, Pointer.ROOT, many, counts -> {
            if (counts.indexed() >= 256) {
                throw new IllegalStateException("stop");
            }
        })).hasMessage("stop");
        int before = embedder.passages.get();
        assertThat(before).isLessThan(700);

        SyncCounts counts = index.sync(collection, Pointer.ROOT, many, QUIET);

        assertThat(counts.indexed()).isEqualTo(700);
        assertThat(embedder.passages).hasValue(700);
        assertThat(stored()).isEqualTo(expected("", many.toString()));
    }

    @Test
    void aModelThatFailsLeavesWhatWasThereAndTheNextSyncDoesIt() throws Exception {
        sync("", "[\"one\"]");
        embedder.before = () -> {
            throw new EmbeddingException("down", null);
        };
        assertThatThrownBy(() -> sync("", "[\"two\"]")).isInstanceOf(EmbeddingException.class);
        assertThat(stored()).containsExactly("/0#0 one");
        embedder.before = () -> { };

        sync("", "[\"two\"]");

        assertThat(stored()).containsExactly("/0#0 two");
    }

    @Test
    void anInterruptEndsItBetweenBatches() throws Exception {
        embedder.before = () -> Thread.currentThread().interrupt();

        assertThatThrownBy(() -> sync("", ITEMS)).isInstanceOf(InterruptedException.class);
        embedder.before = () -> { };
        assertThat(sync("", ITEMS).indexed()).isEqualTo(4);
    }

    @Test
    void aDeadGatewaysLeaseRunsOut() throws Exception {
        gateway.driver.executableQuery("CREATE (:CaravanCollection {name: $name, born: 'x', version: 3, removed: 0, holder: 'dead', until: timestamp() + 1500})")
                .withParameters(java.util.Map.of("name", collection)).execute();

        sync("", ITEMS);

        assertThat(stored()).hasSize(4);
    }

    @Test
    void whoHasLostTheLeaseWritesNothingAndBeginsAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        embedder.before = () -> {
            if (calls.incrementAndGet() == 1) {
                gateway.driver.executableQuery("MATCH (c:CaravanCollection {name: $name}) SET c.holder = 'another', c.until = timestamp() + 500")
                        .withParameters(java.util.Map.of("name", collection)).execute();
            }
        };

        sync("", ITEMS);

        assertThat(calls).hasValue(2);
        assertThat(stored()).hasSize(4);
    }

    @Test
    void syncsOfOnePlaceAtOnceEndAsIfOneCameAfterTheOther() throws Exception {
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

    @Test
    void anotherModelIsNotMixedInAndReplaces() throws Exception {
        sync("", ITEMS);
        CountingEmbedder other = new CountingEmbedder(local, "another-model");
        try (Gateway after = new Gateway(other)) {
            assertThat(after.index.search(collection, Pointer.ROOT, "pump", 5)).isEmpty();
            assertThat(after.index.found()).containsEntry(collection, 0L);

            after.index.sync(collection, Pointer.ROOT, json(ITEMS), QUIET);

            assertThat(other.passages).hasValue(3);
            assertThat(after.index.search(collection, Pointer.ROOT, "pump", 5)).hasSize(4);
            assertThat(after.index.found().get(collection)).isPositive();
            assertThat(stored()).isEqualTo(expected("", ITEMS));
        }
        assertThat(found("", "pump")).isEmpty();
        assertThat(index.found()).containsEntry(collection, 0L);
        index.keepOnly(collection, List.of());
    }

    @Test
    void pointersOfAnyLengthAreIndexed() throws Exception {
        String key = "k".repeat(40_000);
        sync("", "{\"" + key + "\": \"deep water\"}");

        assertThat(found("", "water")).containsExactly("deep water");
    }
}
