package dev.caravan.search;

import static dev.caravan.search.RandomTexts.sentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.Pointer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A search finds all that is in its scope, and nothing else. */
@Tag("nightly")
@Timeout(180)
class SearchScopeTest extends SearchTest {

    @Test
    void scopeMatchesWholeSegments() throws Exception {
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
    void textOutsideDoesNotAffectAScope() throws Exception {
        ObjectNode document = JSON.createObjectNode();
        ArrayNode outside = document.putArray("outside");
        for (int i = 0; i < 600; i++) {
            outside.add("pump pump pump " + i);
        }
        document.putArray("inside").add("a long text on many things, of which the pump is one that is named once only").add("valve");
        index.sync(collection, Pointer.ROOT, document, QUIET);

        assertThat(index.search(collection, at("/inside"), "pump", 5, SearchIndex.Rankings.KEYWORD)).singleElement()
                .extracting(SearchIndex.Hit::jsonPath).isEqualTo("/0");
        assertThat(index.search(collection, at("/inside"), "pump", 5)).hasSize(2);
        assertThat(index.search(collection, Pointer.ROOT, "pump", 20)).hasSize(20).allMatch(hit -> hit.jsonPath().startsWith("/outside"));
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
                IndexWriter.Leaves.of(value, place).forEach(leaf -> within.put(leaf.pointer(), leaf.text()));

                List<SearchIndex.Hit> hits = index.search(searched, place, sentence(random), 1_000);

                assertThat(hits).as(searched + " " + place).hasSize(within.size());
                for (SearchIndex.Hit hit : hits) {
                    assertThat(within).containsEntry(hit.chunk().jsonPointer(), hit.chunk().chunkText());
                    assertThat(place + hit.jsonPath()).isEqualTo(hit.chunk().jsonPointer());
                }
            }
        }
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
}
