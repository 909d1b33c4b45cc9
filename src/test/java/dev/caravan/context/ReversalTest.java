package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever changes a value, its reversal brings the earlier value back, and the reversal's own reversal the later one. */
class ReversalTest {

    private static final ObjectMapper JSON = JsonMappers.normal();
    private final Random random = new Random(27);

    @Test
    void randomChangesAreUndoneAndRedone() throws Exception {
        for (int round = 0; round < 500; round++) {
            JsonNode value = JSON.readTree(
                    random.nextBoolean() ? "{\"a\":1,\"b\":true,\"c\":{\"d\":[]},\"e\":null}" : "[1,true,true,{\"x\":1},\"\",null,2]");
            JsonNode first = value.deepCopy();
            JsonNode before = Reversal.before(value);
            change(value);
            JsonNode second = value.deepCopy();
            JsonNode reversal = JSON.readTree(Reversal.of(before, value).toString());

            JsonNode later = Reversal.before(value);
            JsonNode undone = Reversal.apply(reversal, value);
            assertThat(undone).as(second + " by " + reversal).isEqualTo(first);
            assertThat(Reversal.apply(Reversal.of(later, undone), undone)).isEqualTo(second);
        }
    }

    private void change(JsonNode value) throws ContextFailure {
        List<String> keys = new ArrayList<>();
        if (value instanceof ObjectNode) {
            value.fieldNames().forEachRemaining(keys::add);
        } else {
            for (int i = 0; i < value.size(); i++) {
                keys.add(String.valueOf(i));
            }
        }
        keys.removeIf(key -> random.nextInt(3) > 0);
        Elements elements = Elements.of(value);
        switch (keys.isEmpty() ? 0 : random.nextInt(3)) {
            case 0 -> elements.create(List.of(new Elements.Element("new", JSON.createArrayNode().add(1)),
                    new Elements.Element("newer", JSON.getNodeFactory().booleanNode(true))));
            case 1 -> elements
                    .update(keys.stream().map(key -> new Elements.Element(key, JSON.getNodeFactory().numberNode(random.nextInt(3))))
                            .toList());
            default -> elements.delete(keys);
        }
    }

    @Test
    void wholeValueIsRestored() throws Exception {
        JsonNode reversal = Reversal.of(JSON.readTree("5"), JSON.readTree("{\"a\":1}"));
        assertThat(Reversal.apply(reversal, JSON.readTree("{\"a\":1}"))).isEqualTo(JSON.readTree("5"));
    }

    @Test
    void equalOuterAndInnerPathsOverlap() throws Exception {
        Reversal.Places places = new Reversal.Places(List.of("/a/b", "/c"));
        for (String touched : List.of("", "/a", "/a/b", "/a/b/0", "/c", "/c/x/y")) {
            assertThat(places.overlap(List.of("/z", touched))).as(touched).isTrue();
        }
        for (String other : List.of("/a/bb", "/a/c", "/cc", "/b", "/a~1b")) {
            assertThat(places.overlap(List.of(other))).as(other).isFalse();
        }
        assertThat(new Reversal.Places(List.of("")).overlap(List.of("/a"))).isTrue();
        assertThat(places.areWithin(Pointer.ROOT)).isTrue();
        assertThat(places.areWithin(Pointer.parse("/a").orElseThrow())).isFalse();
    }

    @Test
    void manyElementsCountAsTheWholeObject() {
        ObjectNode many = JSON.createObjectNode();
        ArrayNode drop = many.putArray("drop");
        many.putObject("put");
        for (int i = 0; i < 1_000; i++) {
            drop.add("k" + i);
        }
        assertThat(Reversal.Places.of(Pointer.ROOT.child("a"), many, Reversal.keys(many))).containsExactly("/a");
        assertThat(Reversal.Places.shown(Reversal.keys(many))).hasSize(100);
    }
}
