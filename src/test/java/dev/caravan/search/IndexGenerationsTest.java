package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.json.Pointer;
import dev.caravan.retrieval.CountingEmbedder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While an index is made again, searches find the chunks of before, and each string once. */
@Tag("nightly")
@Timeout(120)
class IndexGenerationsTest extends SearchTest {

    private static final String TEXTS = "[\"the pump runs dry\", \"the valve leaks\", \"水泵空转\", \"a long report\"]";

    @Test
    void oldChunksOfTheSameModelAnswerUntilNewChunksReplaceThem() throws Exception {
        madeByOlderRules(embedder.makes() + "0");
        List<SearchIndex.Hit> before = index.search(collection, at(""), "is water escaping", 4);
        assertThat(before).hasSize(4);
        assertThat(index.found(collection)).as("to be made again").containsEntry(collection, 0L);

        whileItIsMadeAgain(embedder, () -> {
            assertThat(index.search(collection, at(""), "is water escaping", 4)).isEqualTo(before);
            assertThat(index.search(collection, at(""), "is water escaping", 4, SearchIndex.Rankings.VECTOR)).hasSize(4);
        });

        assertThat(index.search(collection, at(""), "is water escaping", 4)).isEqualTo(before);
        assertThat(index.found(collection)).containsEntry(collection, 4L);
        assertThat(stored()).isEqualTo(expected("", TEXTS));
    }

    @Test
    void wordsFindChunksOfAModelThatIsGone() throws Exception {
        madeByOlderRules("gone/3/1");

        whileItIsMadeAgain(embedder, () -> {
            assertThat(found("", "pump")).containsExactly("the pump runs dry");
            assertThat(index.search(collection, at(""), "valve", 5, SearchIndex.Rankings.VECTOR)).extracting(hit -> hit.chunk().chunkText())
                    .containsExactly("the valve leaks");
        });

        assertThat(found("", "pump")).hasSize(4).startsWith("the pump runs dry");
    }

    @Test
    void halfOfTheStringsAreOfEachModel() throws Exception {
        sync("", TEXTS);
        CountingEmbedder other = new CountingEmbedder(local, "another-model");
        try (Gateway after = new Gateway(other)) {
            after.index.sync(collection, at("/0"), json("\"the pump runs dry\""), QUIET);
            after.index.sync(collection, at("/2"), json("\"水泵空转\""), QUIET);

            assertThat(after.index.search(collection, at(""), "is water escaping", 20)).as("by meaning")
                    .extracting(SearchIndex.Hit::jsonPath).containsExactlyInAnyOrder("/0", "/2");
            assertThat(after.index.search(collection, at(""), "valve", 20)).as("by words too")
                    .extracting(SearchIndex.Hit::jsonPath).contains("/0", "/1", "/2");
        }
    }

    /** Makes the chunks of the collection as an older gateway made them: in one piece, with that make. */
    private void madeByOlderRules(String make) throws Exception {
        String older = Chunker.make(new CountingEmbedder(local));
        sync("", TEXTS);
        for (IndexWriter.Leaf leaf : IndexWriter.Leaves.of(json(TEXTS), Pointer.ROOT)) {
            String scope = String.join(" ", Scope.words(collection, leaf.pointer()));
            gateway.driver.executableQuery(
                    "MATCH (k:CaravanChunk {collection: $c, pointer: $p, model: $model}) SET k.model = $make, k.scope = $scope, k.id = "
                            + "'old' + k.id")
                    .withParameters(Map.of("c", collection, "p", leaf.pointer(), "model", older, "make", make, "scope", scope))
                    .execute();
        }
    }

    /** Runs the checks while the model waits with the first text. */
    private void whileItIsMadeAgain(CountingEmbedder held, Checks checks) throws Exception {
        CountDownLatch embedding = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        held.before = () -> {
            embedding.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try (Gateway maker = new Gateway(held)) {
            CompletableFuture<SyncCounts> made = CompletableFuture.supplyAsync(() -> {
                try {
                    return maker.index.sync(collection, Pointer.ROOT, json(TEXTS), QUIET);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            embedding.await();
            try {
                checks.run();
            } finally {
                goOn.countDown();
                made.join();
            }
            assertThat(made.join()).extracting(SyncCounts::indexed, SyncCounts::removed).containsExactly(4, 4);
        }
    }

    private interface Checks {
        void run() throws Exception;
    }
}
