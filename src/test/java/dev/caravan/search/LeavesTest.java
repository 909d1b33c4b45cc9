package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.json.Pointer;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeavesTest {

    private final ObjectMapper json = new ObjectMapper();

    @Test
    void stringsAreInOrderWithPointersFromTheRoot() throws Exception {
        JsonNode value = json.readTree("""
                {"a/b": ["x", {"~": "y"}], "": "z", "n": 1, "blank": " \\u3000\\n", "t": true, "nothing": null, "c": {"d": {}}}""");

        assertThat(IndexWriter.Leaves.of(value, Pointer.parse("/docs/0").orElseThrow()))
                .containsExactly(new IndexWriter.Leaf("/docs/0/a~1b/0", "x"), new IndexWriter.Leaf("/docs/0/a~1b/1/~0", "y"),
                        new IndexWriter.Leaf("/docs/0/", "z"));
    }

    @Test
    void eachPointerFindsItsString() throws Exception {
        JsonNode document = json.readTree("{\"~1\": {\"/~0\": [[\"deep\"]]}, \"list\": [\"a\", \"b\"]}");

        for (IndexWriter.Leaf leaf : IndexWriter.Leaves.of(document, Pointer.ROOT)) {
            assertThat(Pointer.parse(leaf.pointer()).orElseThrow().in(document)).contains(TextNode.valueOf(leaf.text()));
        }
        assertThat(IndexWriter.Leaves.of(document, Pointer.ROOT)).hasSize(3);
    }

    @Test
    void singleStringIsALeaf() {
        assertThat(IndexWriter.Leaves.of(TextNode.valueOf("x"), Pointer.ROOT)).containsExactly(new IndexWriter.Leaf("", "x"));
        assertThat(IndexWriter.Leaves.of(json.missingNode(), Pointer.ROOT)).isEmpty();
    }

    /** Each number under a key of 49,000 characters cost a pointer of that length. */
    @Test
    void longKeysAreRefusedOnlyAboveText() {
        ObjectNode document = json.createObjectNode();
        ArrayNode numbers = document.putArray("K".repeat(49_000));
        IntStream.range(0, 60_000).forEach(numbers::add);
        assertThat(IndexWriter.Leaves.of(document, Pointer.ROOT)).isEmpty();

        numbers.add("text");
        assertThat(IndexWriter.Leaves.of(document, Pointer.ROOT)).hasSize(1);

        ObjectNode many = json.createObjectNode();
        ArrayNode texts = many.putArray("K".repeat(9_000));
        IntStream.range(0, 60_000).forEach(i -> texts.add("text"));
        assertThatThrownBy(() -> IndexWriter.Leaves.of(many, Pointer.ROOT)).isInstanceOf(CancellationException.class)
                .hasMessageContaining("shorter keys");
    }

    /** Places of changes have at most 350 steps, and requests 100 levels. */
    @Test
    void deepestDocumentIsRead() {
        JsonNode value = TextNode.valueOf("bottom");
        for (int i = 0; i < 450; i++) {
            ArrayNode outer = json.createArrayNode();
            value = outer.add(value);
        }

        assertThat(IndexWriter.Leaves.of(value, Pointer.ROOT)).singleElement().extracting(IndexWriter.Leaf::text).isEqualTo("bottom");
    }
}
