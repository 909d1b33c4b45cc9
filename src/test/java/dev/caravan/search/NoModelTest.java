package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.json.Pointer;
import dev.caravan.retrieval.Embedder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A gateway without an embedding model searches by words alone. When it has one, the index is made again. */
@Tag("full")
class NoModelTest extends SearchTest {

    /** As a slim package has it. */
    private record NoModel() implements Embedder {

        @Override
        public String model() {
            return "none";
        }

        @Override
        public int dimensions() {
            return 1;
        }

        @Override
        public boolean isOff() {
            return true;
        }

        @Override
        public List<float[]> embedPassages(List<String> texts) {
            return Collections.nCopies(texts.size(), new float[] {1});
        }

        @Override
        public float[] embedQuery(String query) {
            throw new IllegalStateException("there is no model");
        }
    }

    @Test
    void wordsAloneAreSearchedForUntilThereIsAModel() throws Exception {
        try (Gateway slim = new Gateway(new NoModel())) {
            assertThat(slim.index.sync(collection, Pointer.ROOT, json(ITEMS), QUIET).indexed()).isEqualTo(4);
            for (SearchIndex.Rankings rankings : SearchIndex.Rankings.values()) {
                assertThat(slim.index.search(collection, Pointer.ROOT, "valve", 5, rankings)).extracting(hit -> hit.chunk().chunkText())
                        .containsExactly("the valve leaks");
            }
            assertThat(slim.index.search(collection, Pointer.ROOT, "water escapes", 5)).isEmpty();
        }
        sync("", ITEMS);
        assertThat(found("", "water escapes").get(0)).isEqualTo("the valve leaks");
    }
}
