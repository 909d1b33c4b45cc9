package dev.caravan.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.Pointer;
import dev.caravan.retrieval.CountingEmbedder;
import dev.caravan.retrieval.Embedder;
import dev.caravan.retrieval.EmbeddingProperties;
import dev.caravan.retrieval.IndexProgress;
import dev.caravan.retrieval.LoadedModels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * A gateway with the local models on the shared Neo4j, which all classes share that extend this one, and a collection of its own for each
 * test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SearchTest {

    static final ObjectMapper JSON = new ObjectMapper();
    static final String ITEMS = "[\"the pump runs dry\", \"the valve leaks\", \"水泵空转\", \"the pump runs dry\"]";
    static final IndexProgress QUIET = counts -> { };

    final Embedder local = Shared.LOCAL;
    final CountingEmbedder embedder = Shared.EMBEDDER;
    final Gateway gateway = Shared.GATEWAY;
    final SearchIndex index = gateway.index;
    String collection;

    /** Loading the models takes a while: once for all classes. */
    private static final class Shared {

        private static final Embedder LOCAL = model();
        private static final CountingEmbedder EMBEDDER = new CountingEmbedder(LOCAL);
        private static final Gateway GATEWAY = new Gateway(EMBEDDER).prepared(EMBEDDER);

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(GATEWAY::close));
        }
    }

    /** As a gateway has it that chooses no other. */
    static Embedder model() {
        return new LoadedModels(new EmbeddingProperties(EmbeddingProperties.Kind.LOCAL, "", "", "", 0, Duration.ofSeconds(10), 32, 2))
                .bilingual();
    }

    @BeforeEach
    void newCollection() {
        collection = "test:" + UUID.randomUUID();
        embedder.passages.set(0);
        embedder.before = () -> { };
    }

    SyncCounts sync(String place, String json) throws InterruptedException {
        return index.sync(collection, at(place), json(json), QUIET);
    }

    List<String> found(String place, String query) throws InterruptedException {
        return index.search(collection, at(place), query, 20).stream().map(hit -> hit.chunk().chunkText()).toList();
    }

    /** What is in the database of the collection: pointer#index text. */
    List<String> stored() {
        return gateway.driver
                .executableQuery("MATCH (k:CaravanChunk {collection: $c}) RETURN k.pointer + '#' + k.chunkIndex + ' ' + k.text AS chunk")
                .withParameters(Map.of("c", collection)).execute().records().stream().map(found -> found.get("chunk").asString()).sorted()
                .toList();
    }

    /** What should be. */
    static List<String> expected(String place, String json) {
        TreeSet<String> chunks = new TreeSet<>();
        for (IndexWriter.Leaf leaf : IndexWriter.Leaves.of(json(json), at(place))) {
            for (Chunker.Chunk chunk : Chunker.cut(leaf.text()).chunks()) {
                chunks.add(leaf.pointer() + "#" + chunk.index() + " " + chunk.text());
            }
        }
        return List.copyOf(chunks);
    }

    static Pointer at(String place) {
        return Pointer.parse(place).orElseThrow();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
