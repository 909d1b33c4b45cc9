package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.EmbeddingException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sync that broke off leaves what was there, and the next one finishes it. */
@Tag("nightly")
@Timeout(120)
class BrokenOffSyncTest extends SearchTest {

    @Test
    void interruptedSyncResumes() throws Exception {
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
    void failedModelKeepsTheOldIndexAndTheNextSyncUpdatesIt() throws Exception {
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
    void interruptEndsTheSyncBetweenBatches() throws Exception {
        embedder.before = () -> Thread.currentThread().interrupt();

        assertThatThrownBy(() -> sync("", ITEMS)).isInstanceOf(InterruptedException.class);
        embedder.before = () -> { };
        assertThat(sync("", ITEMS).indexed()).isEqualTo(4);
    }
}
