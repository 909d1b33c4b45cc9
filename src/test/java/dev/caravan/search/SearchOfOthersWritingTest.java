package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What another gateway writes is found at once, and searches meanwhile show only what is there. */
@Tag("nightly")
@Timeout(180)
class SearchOfOthersWritingTest extends SearchTest {

    @Test
    void textIndexedByAnotherGatewayIsFoundAtOnce() throws Exception {
        try (Gateway another = new Gateway(embedder)) {
            for (int round = 0; round < 20; round++) {
                String text = "word" + round;
                another.index.sync(collection, at("/x"), json("[\"" + text + "\", \"stays\"]"), QUIET);

                assertThat(index.search(collection, Pointer.ROOT, text, 20)).extracting(hit -> hit.chunk().chunkText())
                        .containsExactlyInAnyOrder(text, "stays");
                assertThat(index.search(collection, Pointer.ROOT, text, 20, SearchIndex.Rankings.VECTOR))
                        .extracting(hit -> hit.chunk().chunkText()).containsExactlyInAnyOrder(text, "stays");
            }
        }
    }

    @Test
    void searchesDuringASyncShowOnlyExistingText() throws Exception {
        sync("/kept", "[\"the kept pump\"]");
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (Gateway another = new Gateway(embedder)) {
            Thread writer = new Thread(() -> {
                try {
                    for (int round = 0; round < 8; round++) {
                        ArrayNode items = JSON.createArrayNode();
                        for (int i = 0; i < 300; i++) {
                            items.add("pump " + i + " of " + (round % 2));
                        }
                        another.index.sync(collection, at("/items"), round % 3 == 2 ? JSON.createArrayNode() : items, QUIET);
                    }
                    another.index.sync(collection, at("/items"), json("[\"last pump\"]"), QUIET);
                } catch (Throwable e) {
                    failure.set(e);
                } finally {
                    done.set(true);
                }
            });
            writer.start();
            while (!done.get()) {
                List<SearchIndex.Hit> hits = index.search(collection, Pointer.ROOT, "kept pump", 5);
                assertThat(hits).isNotEmpty();
                assertThat(hits.get(0).chunk().chunkText()).isEqualTo("the kept pump");
                assertThat(hits).extracting(SearchIndex.Hit::jsonPath).doesNotHaveDuplicates();
            }
            writer.join();
            assertThat(failure.get()).isNull();
        }
        assertThat(found("", "pump")).containsExactlyInAnyOrder("the kept pump", "last pump");
        assertThat(index.search(collection, Pointer.ROOT, "pump", 20, SearchIndex.Rankings.VECTOR)).hasSize(2);
    }
}
