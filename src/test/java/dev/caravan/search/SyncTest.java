package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.IndexCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After a sync the index is that of the data, and no text is embedded that was embedded already. */
@Tag("full")
@Timeout(120)
class SyncTest extends SearchTest {

    @Test
    void indexMatchesTheData() throws Exception {
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
    void unchangedDataCausesNoWork() throws Exception {
        sync("", ITEMS);
        embedder.passages.set(0);

        assertThat(sync("", ITEMS)).isEqualTo(new SyncCounts(4, 4, 4, 0, 0, 0));
        assertThat(embedder.passages).hasValue(0);
    }

    @Test
    void movedTextKeepsItsVector() throws Exception {
        sync("/items", ITEMS);
        embedder.passages.set(0);

        SyncCounts counts = sync("/items", "[\"the valve leaks\", \"水泵空转\", \"new words\", \"the pump runs dry\"]");

        assertThat(embedder.passages).hasValue(1);
        assertThat(counts.embedded()).isEqualTo(1);
        assertThat(stored()).isEqualTo(expected("/items", "[\"the valve leaks\", \"水泵空转\", \"new words\", \"the pump runs dry\"]"));
        assertThat(index.search(collection, at("/items"), "leaking valve", 1)).singleElement().extracting(SearchIndex.Hit::jsonPath)
                .isEqualTo("/0");
    }

    @Tag("nightly")
    @Test
    void progressReachesTheTotal() throws Exception {
        ArrayNode many = JSON.createArrayNode();
        for (int i = 0; i < 700; i++) {
            many.add("word " + i);
        }
        List<IndexCounts> seen = new ArrayList<>();

        index.sync(collection, Pointer.ROOT, many, seen::add);

        assertThat(seen.get(0)).isEqualTo(new IndexCounts(700, 700, 0));
        assertThat(seen).extracting(IndexCounts::indexed).isSorted().endsWith(700L);
        assertThat(seen).hasSizeGreaterThan(4);
    }

    @Tag("nightly")
    @Test
    void otherModelReplacesEveryVector() throws Exception {
        sync("", ITEMS);
        CountingEmbedder other = new CountingEmbedder(local, "another-model");
        try (Gateway after = new Gateway(other)) {
            assertThat(after.index.search(collection, Pointer.ROOT, "pump", 5)).as("by words, of the model before").hasSize(2);
            assertThat(after.index.found(collection)).containsEntry(collection, 0L);

            after.index.sync(collection, Pointer.ROOT, json(ITEMS), QUIET);

            assertThat(other.passages).hasValue(3);
            assertThat(after.index.search(collection, Pointer.ROOT, "pump", 5)).hasSize(4);
            assertThat(after.index.found(collection).get(collection)).isPositive();
            assertThat(stored()).isEqualTo(expected("", ITEMS));
        }
        assertThat(found("", "pump")).as("by words, for the gateway with the model before").containsExactly("the pump runs dry",
                "the pump runs dry");
        assertThat(index.found(collection)).containsEntry(collection, 0L);
        index.keepOnly(collection, List.of());
    }

    @Test
    void pointersOfAnyLengthAreIndexed() throws Exception {
        String key = "k".repeat(40_000);
        sync("", "{\"" + key + "\": \"deep water\"}");

        assertThat(found("", "water")).containsExactly("deep water");
    }
}
