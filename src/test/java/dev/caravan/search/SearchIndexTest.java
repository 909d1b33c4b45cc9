package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.retrieval.Vector;
import dev.caravan.json.Pointer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.unit.DataSize;

@Timeout(180)
class SearchIndexTest extends SearchTest {

    private static final List<String> WORDS = List.of("pump", "valve", "water", "dry", "leak", "水泵", "阀门", "漏水", "空转", "停机", "error", "E-401", "E-402", "motor", "检修");

    @Test
    void aHitSaysWhereItsTextIs() throws Exception {
        String manual = "😀第一段。".repeat(150) + "水泵空转会损坏密封圈，应立即停机。" + "其余说明。".repeat(100);
        sync("/docs/0", JSON.createObjectNode().put("a/b", manual).toString());

        Hit hit = index.search(collection, at("/docs"), "水泵空转", 1).get(0);

        FoundChunk chunk = hit.chunk();
        int[] points = manual.codePoints().toArray();
        assertThat(hit.jsonPath()).isEqualTo("/0/a~1b");
        assertThat(chunk.jsonPointer()).isEqualTo("/docs/0/a~1b");
        assertThat(chunk.chunkText()).contains("水泵空转会损坏密封圈").isEqualTo(new String(points, chunk.charStart(), chunk.charEnd() - chunk.charStart()));
        assertThat(chunk.contentHash()).isEqualTo(Chunker.hash(manual));
        assertThat(chunk.totalChunks()).isEqualTo(Chunker.cut(manual).chunks().size());
        assertThat(hit.score()).isGreaterThan(1.0 / 61).isLessThanOrEqualTo(2.0 / 61);
        JsonNode json = JSON.valueToTree(hit);
        assertThat(json.fieldNames()).toIterable().containsExactly("score", "json_path", "chunk");
        assertThat(json.get("chunk").fieldNames()).toIterable().containsExactlyInAnyOrder("json_pointer", "chunk_text", "char_start", "char_end", "chunk_index", "total_chunks", "content_hash");
    }

    /** A big collection takes longer to be read than a call may: a caller who gives up must not make it all begin again. */
    @Test
    void vectorsThatACallerHadNoTimeForAreThereForTheNext() throws Exception {
        sync("", "{\"a\": \"pump one\"}");
        try (Gateway other = new Gateway(embedder)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> other.memory.of(collection, "not read yet", 1)).isInstanceOf(InterruptedException.class);
            await().atMost(Duration.ofSeconds(20)).until(() -> other.memory.knows(collection));
            assertThat(other.index.search(collection, at(""), "pump", 1)).hasSize(1);
        }
    }

    @Test
    void aScopeGoesByWholeSteps() throws Exception {
        sync("", "{\"a\": \"pump one\", \"ab\": \"pump two\", \"a~b\": {\"c\": \"pump three\"}, \"\": \"pump four\"}");

        assertThat(found("/a", "pump")).containsExactly("pump one");
        assertThat(found("/ab", "pump")).containsExactly("pump two");
        assertThat(found("/a~0b", "pump")).containsExactly("pump three");
        assertThat(found("/", "pump")).containsExactly("pump four");
        assertThat(found("", "pump")).hasSize(4);
        assertThat(found("/nothing", "pump")).isEmpty();
        assertThat(index.search("test:nowhere", Pointer.ROOT, "pump", 5)).isEmpty();
    }

    @Test
    void luceneSyntaxIsText() throws Exception {
        sync("", "[\"pump one\", \"C++ (draft) [v1.2]: a && b || !c\", \"path C:\\\\temp/*.txt ~x^2\", \"AND OR NOT\"]");

        for (String query : List.of("scope:*", "*:*", "text:pump OR scope:x", "(", "\"", "a\\", "+ - && || ! ( ) { } [ ] ^ \" ~ * ? : \\ /", "NOT pump", "AND", "pump~0.5^9", "[a TO z]",
                "/.*/", "？！", "the", "a".repeat(3_000), "水".repeat(3_000), "a b ".repeat(2_000), "a-b-".repeat(900), "\u0000\ud83d")) {
            assertThat(index.search(collection, Pointer.ROOT, query, 20)).as(query).hasSize(4);
            assertThat(index.search(collection, Pointer.ROOT, query, 20, Rankings.KEYWORD)).as(query).hasSizeLessThanOrEqualTo(4);
        }
        assertThat(index.search(collection, Pointer.ROOT, "(draft)", 5, Rankings.KEYWORD)).hasSize(1);
        assertThat(index.search(collection, Pointer.ROOT, "C:\\temp/*.txt", 5, Rankings.KEYWORD).get(0).jsonPath()).isEqualTo("/2");
    }

    @Test
    void aScopeIsSearchedAloneHoweverMuchThereIsOutside() throws Exception {
        ObjectNode document = JSON.createObjectNode();
        ArrayNode outside = document.putArray("outside");
        for (int i = 0; i < 600; i++) {
            outside.add("pump pump pump " + i);
        }
        document.putArray("inside").add("a long text on many things, of which the pump is one that is named once only").add("valve");
        index.sync(collection, Pointer.ROOT, document, QUIET);

        assertThat(index.search(collection, at("/inside"), "pump", 5, Rankings.KEYWORD)).singleElement().extracting(Hit::jsonPath).isEqualTo("/0");
        assertThat(index.search(collection, at("/inside"), "pump", 5)).hasSize(2);
        assertThat(index.search(collection, Pointer.ROOT, "pump", 20)).hasSize(20).allMatch(hit -> hit.jsonPath().startsWith("/outside"));
    }

    @Test
    void theVectorRankingIsExactInMemoryAndInTheDatabase() throws Exception {
        ArrayNode sentences = JSON.createArrayNode();
        Random random = new Random(7);
        for (int i = 0; i < 400; i++) {
            sentences.add(sentence(random));
        }
        index.sync(collection, at("/s"), sentences, QUIET);
        Gateway small = new Gateway(embedder, new SearchProperties(DataSize.ofKilobytes(100), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(15)));
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

            assertThat(cosines(index.search(collection, at("/s"), query, 20, Rankings.VECTOR), byCosine)).isEqualTo(best);
            List<Float> inDatabase = cosines(small.index.search(collection, at("/s"), query, 20, Rankings.VECTOR), byCosine);
            for (int j = 0; j < 20; j++) {
                assertThat(inDatabase.get(j)).isCloseTo(best.get(j), within(1e-5f));
            }
        }
        small.close();
    }

    private static List<Float> byText(ArrayNode sentences, Map<String, Float> byCosine) {
        List<Float> best = new ArrayList<>();
        sentences.forEach(sentence -> best.add(byCosine.get(sentence.textValue())));
        return best.stream().sorted(Comparator.reverseOrder()).limit(20).toList();
    }

    private static List<Float> cosines(List<Hit> hits, Map<String, Float> byCosine) {
        return hits.stream().map(hit -> byCosine.get(hit.chunk().chunkText())).toList();
    }

    @Test
    void equalHitsHaveAStableOrder() throws Exception {
        ArrayNode same = JSON.createArrayNode();
        for (int i = 0; i < 50; i++) {
            same.add("the pump runs dry");
        }
        index.sync(collection, Pointer.ROOT, same, QUIET);

        List<Hit> first = index.search(collection, Pointer.ROOT, "pump", 20);

        assertThat(first).hasSize(20);
        try (Gateway another = new Gateway(embedder)) {
            for (int i = 0; i < 5; i++) {
                assertThat(index.search(collection, Pointer.ROOT, "pump", 20)).isEqualTo(first);
                assertThat(another.index.search(collection, Pointer.ROOT, "pump", 20)).isEqualTo(first);
            }
        }
    }

    @Test
    void whatAnotherGatewayWritesIsFoundAtOnce() throws Exception {
        try (Gateway another = new Gateway(embedder)) {
            for (int round = 0; round < 20; round++) {
                String text = "word" + round;
                another.index.sync(collection, at("/x"), json("[\"" + text + "\", \"stays\"]"), QUIET);

                assertThat(index.search(collection, Pointer.ROOT, text, 20)).extracting(hit -> hit.chunk().chunkText()).containsExactlyInAnyOrder(text, "stays");
                assertThat(index.search(collection, Pointer.ROOT, text, 20, Rankings.VECTOR)).extracting(hit -> hit.chunk().chunkText()).containsExactlyInAnyOrder(text, "stays");
            }
        }
    }

    @Test
    void searchesDuringASyncOfAnotherGatewayShowOnlyWhatIsThere() throws Exception {
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
                List<Hit> hits = index.search(collection, Pointer.ROOT, "kept pump", 5);
                assertThat(hits).isNotEmpty();
                assertThat(hits.get(0).chunk().chunkText()).isEqualTo("the kept pump");
                assertThat(hits).extracting(Hit::jsonPath).doesNotHaveDuplicates();
            }
            writer.join();
            assertThat(failure.get()).isNull();
        }
        assertThat(found("", "pump")).containsExactlyInAnyOrder("the kept pump", "last pump");
        assertThat(index.search(collection, Pointer.ROOT, "pump", 20, Rankings.VECTOR)).hasSize(2);
    }

    @Test
    void noSearchLeavesItsScope() throws Exception {
        Random random = new Random(11);
        List<String> keys = List.of("a", "ab", "a/b", "a~b", "~1", "", "0", "1", "文", "a b");
        List<String> collections = List.of(collection, collection + "0", "test:" + UUID.randomUUID());
        Map<String, JsonNode> documents = new HashMap<>();
        for (int round = 0; round < 12; round++) {
            String in = collections.get(random.nextInt(collections.size()));
            JsonNode document = document(random, keys, 4);
            documents.put(in, document);
            index.sync(in, Pointer.ROOT, document, QUIET);
            for (int search = 0; search < 25; search++) {
                String searched = collections.get(random.nextInt(collections.size()));
                Pointer place = place(random, keys);
                JsonNode whole = documents.getOrDefault(searched, JSON.missingNode());
                JsonNode value = place.in(whole).orElse(JSON.missingNode());
                Map<String, String> within = new HashMap<>();
                Leaves.of(value, place).forEach(leaf -> within.put(leaf.pointer(), leaf.text()));

                List<Hit> hits = index.search(searched, place, sentence(random), 1_000);

                assertThat(hits).as(searched + " " + place).hasSize(within.size());
                for (Hit hit : hits) {
                    assertThat(within).containsEntry(hit.chunk().jsonPointer(), hit.chunk().chunkText());
                    assertThat(place + hit.jsonPath()).isEqualTo(hit.chunk().jsonPointer());
                }
            }
        }
    }

    @Test
    void aQueryMustSaySomething() {
        assertThatThrownBy(() -> index.search(collection, Pointer.ROOT, " ", 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> index.search(collection, Pointer.ROOT, "x", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static JsonNode document(Random random, List<String> keys, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return JSON.getNodeFactory().textNode(sentence(random));
        }
        int size = random.nextInt(4);
        if (random.nextBoolean()) {
            ArrayNode array = JSON.createArrayNode();
            for (int i = 0; i < size; i++) {
                array.add(document(random, keys, depth - 1));
            }
            return array;
        }
        ObjectNode object = JSON.createObjectNode();
        for (int i = 0; i < size; i++) {
            object.set(keys.get(random.nextInt(keys.size())), document(random, keys, depth - 1));
        }
        return object;
    }

    private static Pointer place(Random random, List<String> keys) {
        Pointer place = Pointer.ROOT;
        for (int steps = random.nextInt(4); steps > 0; steps--) {
            place = place.child(keys.get(random.nextInt(keys.size())));
        }
        return place;
    }

    private static String sentence(Random random) {
        StringBuilder sentence = new StringBuilder();
        for (int words = 1 + random.nextInt(8); words > 0; words--) {
            sentence.append(WORDS.get(random.nextInt(WORDS.size()))).append(words > 1 ? " " : "");
        }
        return sentence.toString();
    }
}
