package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.context.ContextFailure.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is created, updated and deleted, all or nothing, and what is shown. */
class ElementsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void elementsOfAnObjectAreMembers() throws Exception {
        JsonNode object = json("{\"a\":1,\"b\":{\"c\":2}}");
        assertThat(Elements.of(object).create(List.of(element("x", "null"), element("", "[1]")))).containsExactly("x", "");
        assertThat(Elements.of(object).update(List.of(element("b", "{\"d\":3}"), element("x", "7")))).containsExactly("b", "x");
        assertThat(Elements.of(object).delete(List.of("a", "a"))).containsExactly("a");
        assertThat(object).isEqualTo(json("{\"b\":{\"d\":3},\"x\":7,\"\":[1]}"));
    }

    @Test
    void elementsOfAnArrayAreItems() throws Exception {
        JsonNode array = json("[10,11,12,13]");
        assertThat(Elements.of(array).create(List.of(element("ignored", "14"), element("ignored", "null")))).containsExactly("4", "5");
        assertThat(Elements.of(array).update(List.of(element("0", "\"ten\"")))).containsExactly("0");
        assertThat(Elements.of(array).delete(List.of("1", "3", "1"))).containsExactly("1", "3");
        assertThat(array).isEqualTo(json("[\"ten\",12,14,null]"));
    }

    /** Removed one by one, these took a minute. */
    @Test
    void removingManyItemsTakesOnePass() throws Exception {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        IntStream.range(0, 300_000).forEach(list::add);
        List<String> even = IntStream.range(0, 300_000).filter(i -> i % 2 == 0).mapToObj(String::valueOf).toList();

        assertTimeout(Duration.ofSeconds(20), () -> Elements.of(list).delete(even));

        assertThat(list).hasSize(150_000);
        assertThat(list.get(1).intValue()).isEqualTo(3);
    }

    @Test
    void oneInvalidElementChangesNothing() throws Exception {
        JsonNode object = json("{\"a\":1,\"b\":2}");
        refused(Kind.EXISTS, object, () -> Elements.of(object).create(List.of(element("c", "1"), element("a", "2"))));
        refused(Kind.EXISTS, object, () -> Elements.of(object).create(List.of(element("c", "1"), element("c", "2"))));
        refused(Kind.MISSING, object, () -> Elements.of(object).update(List.of(element("a", "9"), element("c", "9"))));
        refused(Kind.MISSING, object, () -> Elements.of(object).delete(List.of("a", "c")));
        JsonNode array = json("[1,2]");
        refused(Kind.MISSING, array, () -> Elements.of(array).update(List.of(element("0", "9"), element("2", "9"))));
        refused(Kind.MISSING, array, () -> Elements.of(array).delete(List.of("0", "2")));
        for (String index : List.of("-1", "01", "x", "", "1.0", "99999999999")) {
            refused(Kind.MALFORMED, array, () -> Elements.of(array).update(List.of(element("0", "9"), element(index, "9"))));
            refused(Kind.MALFORMED, array, () -> Elements.of(array).delete(List.of("0", index)));
        }
        refused(Kind.MALFORMED, array, () -> Elements.of(json("\"text\"")));
    }

    @Test
    void recordsAreShortenedAndSelected() throws Exception {
        JsonNode list = json("[{\"id\":1,\"title\":\"a\",\"body\":\"…\"},{\"id\":\"2\",\"body\":\"…\"},{\"title\":\"c\"}]");
        assertThat(ContextTools.Records.of(list).preview(List.of("title", "id")))
                .isEqualTo(List.of(json("{\"title\":\"a\",\"id\":1}"), json("{\"id\":\"2\"}"), json("{\"title\":\"c\"}")));
        assertThat(ContextTools.Records.of(list).select("id", Set.of("1", "2"))).isEqualTo(List.of(list.get(0), list.get(1)));
        refused(Kind.MALFORMED, list, () -> ContextTools.Records.of(json("[1]")));
        refused(Kind.MALFORMED, list, () -> ContextTools.Records.of(json("{}")));
    }

    @Test
    void structureShowsTypesInsteadOfData() throws Exception {
        assertThat(ContextTools.Structure.of(
                json("{\"s\":\"x\",\"n\":1,\"f\":1.5,\"b\":true,\"z\":null,\"l\":[{\"a\":1},{\"b\":2}],\"e\":[],\"o\":{}}")))
                .isEqualTo(json(
                        "{\"s\":\"<str>\",\"n\":\"<int>\",\"f\":\"<float>\",\"b\":\"<bool>\",\"z\":\"<NoneType>\",\"l\":[{\"a\":\"<int>\"}"
                                + "],\"e\":[],\"o\":{}}"));
    }

    private static void refused(Kind kind, JsonNode data, ThrowingCallable action) {
        JsonNode before = data.deepCopy();
        assertThat(catchThrowableOfType(ContextFailure.class, action).kind()).isEqualTo(kind);
        assertThat(data).isEqualTo(before);
    }

    private static Elements.Element element(String key, String content) throws JsonProcessingException {
        return new Elements.Element(key, json(content));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return JSON.readTree(text);
    }
}
