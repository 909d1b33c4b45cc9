package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.retrieval.ChunkSchema;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.Vector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.neo4j.driver.Record;

@Tag("full")
class SearchSchemaTest extends SearchTest {

    private static final String NAME = "caravan_chunk_embedding_of_tests";

    /** A vector index over the chunks, as code has one. */
    private final class Indexed extends ChunkSchema {

        Indexed(Embedder embedder) {
            super("an index of tests", gateway.store, SearchSchema.KIND, embedder, List.of());
        }

        @Override
        protected void prepare() {
            super.prepare();
            vectorIndex(NAME, SearchSchema.KIND.label());
        }
    }

    @BeforeAll
    void makeTheIndex() {
        new Indexed(embedder).prepare();
    }

    @AfterAll
    void dropTheIndex() {
        gateway.driver.executableQuery("DROP INDEX " + NAME + " IF EXISTS").execute();
    }

    @Test
    void theVectorIndexHasTheDimensionsOfTheModel() throws Exception {
        assertThat(dimensions()).isEqualTo(512 + 384);

        new Indexed(new Embedder() {
            @Override
            public String model() {
                return "of three dimensions";
            }

            @Override
            public int dimensions() {
                return 3;
            }

            @Override
            public List<float[]> embedPassages(List<String> texts) {
                throw new UnsupportedOperationException();
            }

            @Override
            public float[] embedQuery(String query) {
                throw new UnsupportedOperationException();
            }
        }).prepare();
        assertThat(dimensions()).isEqualTo(3);
        SyncCounts written = sync("", "[\"still written\"]");
        assertThat(written.indexed()).isEqualTo(1);

        new Indexed(embedder).prepare();
        assertThat(dimensions()).isEqualTo(512 + 384);
        await("the index made anew is filled in the background").atMost(Duration.ofMinutes(2)).until(this::filled);
        assertThat(neighbours("still written")).contains("still written");
    }

    @Test
    void theVectorIndexHoldsTheChunks() throws Exception {
        sync("", "[\"水泵空转\", \"the valve leaks\"]");

        await().untilAsserted(() -> assertThat(neighbours("水泵空转")).contains("水泵空转"));
    }

    /**
     * The texts nearest to a text. A thousand, since other tests leave thousands of near twins, of which an approximate search may not find
     * its way out.
     */
    private List<String> neighbours(String text) throws InterruptedException {
        return gateway.driver.executableQuery("CALL db.index.vector.queryNodes($index, 1000, $vector) YIELD node RETURN node.text AS text")
                .withParameters(
                        Map.of("index", NAME, "vector",
                                Vector.list(local.embedPassages(List.of(text)).get(0))))
                .execute().records()
                .stream().map(found -> found.get("text").asString()).toList();
    }

    private boolean filled() {
        Record index = gateway.driver.executableQuery("SHOW VECTOR INDEXES YIELD name, state, populationPercent WHERE name = $name")
                .withParameters(Map.of("name", NAME)).execute().records().get(0);
        return index.get("state").asString().equals("ONLINE") && index.get("populationPercent").asDouble() == 100;
    }

    private int dimensions() {
        return gateway.driver.executableQuery(
                "SHOW VECTOR INDEXES YIELD name, options WHERE name = $name RETURN options.indexConfig[\"vector.dimensions\"] AS "
                        + "dimensions")
                .withParameters(Map.of("name", NAME)).execute().records().get(0).get("dimensions")
                .asInt();
    }
}
