package dev.caravan.search;

import static dev.caravan.search.RandomTexts.sentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.retrieval.Vector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

/** The ranking by vectors is exact, in memory and in the database, and one that was begun is there for the next caller. */
@Tag("nightly")
@Timeout(180)
class VectorRankingTest extends SearchTest {

    @Test
    void vectorRankingIsExactInMemoryAndDatabase() throws Exception {
        ArrayNode sentences = JSON.createArrayNode();
        Random random = new Random(7);
        for (int i = 0; i < 400; i++) {
            sentences.add(sentence(random));
        }
        index.sync(collection, at("/s"), sentences, QUIET);
        Gateway small = new Gateway(embedder,
                new SearchProperties(DataSize.ofKilobytes(100), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(15)));
        List<float[]> vectors = new ArrayList<>();
        for (JsonNode sentence : sentences) {
            vectors.add(local.embedPassages(List.of(sentence.textValue())).get(0));
        }
        for (int i = 0; i < 20; i++) {
            String query = sentence(random);
            float[] wanted = Vector.normal(local.embedQuery(query));
            Map<String, Float> byCosine = new TreeMap<>();
            for (int j = 0; j < vectors.size(); j++) {
                byCosine.merge(sentences.get(j).textValue(), Vector.dot(wanted, vectors.get(j)), Math::max);
            }
            List<Float> best = byText(sentences, byCosine);

            assertThat(cosines(index.search(collection, at("/s"), query, 20, SearchIndex.Rankings.VECTOR), byCosine)).isEqualTo(best);
            List<Float> inDatabase = cosines(small.index.search(collection, at("/s"), query, 20, SearchIndex.Rankings.VECTOR), byCosine);
            for (int j = 0; j < 20; j++) {
                assertThat(inDatabase.get(j)).isCloseTo(best.get(j), within(1e-5f));
            }
        }
        small.close();
    }

    /** A big collection takes longer to be read than a call may: a caller who gives up must not make it all begin again. */
    @Test
    void vectorsLoadedTooLateServeTheNextCaller() throws Exception {
        sync("", "{\"a\": \"pump one\"}");
        try (Gateway other = new Gateway(embedder)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> other.memory.of(collection, "not read yet", 1)).isInstanceOf(InterruptedException.class);
            await().until(() -> other.memory.knows(collection));
            assertThat(other.index.search(collection, at(""), "pump", 1)).hasSize(1);
        }
    }

    private static List<Float> byText(ArrayNode sentences, Map<String, Float> byCosine) {
        List<Float> best = new ArrayList<>();
        sentences.forEach(sentence -> best.add(byCosine.get(sentence.textValue())));
        return best.stream().sorted(Comparator.reverseOrder()).limit(20).toList();
    }

    private static List<Float> cosines(List<SearchIndex.Hit> hits, Map<String, Float> byCosine) {
        return hits.stream().map(hit -> byCosine.get(hit.chunk().chunkText())).toList();
    }
}
