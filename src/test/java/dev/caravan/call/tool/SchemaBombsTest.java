package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Schemas and values that are made to cost: each is refused when it is stored, or validated soon, to its end or to the limit. */
class SchemaBombsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A hundred times the 100 ms that a call may take, of processor time, which other processes don't lengthen. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static Stream<Arguments> bombs() {
        return Stream.of(
                Arguments.of("allOf doubles 30 times", doubling((level, to) -> level.putArray("allOf").add(to).add(to)),
                        JSON.createObjectNode()),
                Arguments.of("anyOf doubles 30 times", doubling((level, to) -> level.putArray("anyOf").add(to).add(to)),
                        JSON.createObjectNode()),
                Arguments.of("oneOf doubles 30 times", doubling((level, to) -> level.putArray("oneOf").add(to).add(to)),
                        JSON.createObjectNode()),
                Arguments.of("if and then double 30 times", doubling((level, to) -> level.<ObjectNode>set("if", to).set("then", to)),
                        JSON.createObjectNode()),
                Arguments.of("if and else double 30 times", doubling((level, to) -> level.<ObjectNode>set("if", to).set("else", to)),
                        JSON.createObjectNode()),
                Arguments.of("not doubles 30 times", doubling((level, to) -> level.putObject("not").putArray("anyOf").add(to).add(to)),
                        JSON.createObjectNode()),
                Arguments.of("dependentSchemas double 30 times",
                        doubling((level, to) -> level.putObject("dependentSchemas").<ObjectNode>set("a", to).set("b", to)),
                        object("{\"a\":1,\"b\":2}")),
                Arguments.of("properties double with their values",
                        object("{\"additionalProperties\":{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}}"), nested(90)),
                Arguments.of("every item is looked for in every schema",
                        object("{\"items\":{\"anyOf\":" + many(500, i -> "{\"const\":\"x" + i + "\"}") + "}}"), texts(20_000, "y")),
                Arguments.of("contains counts in contained lists",
                        object("{\"items\":{\"contains\":{\"contains\":{\"contains\":{\"const\":1}}}}}"), lists(20, 3)),
                Arguments.of("unique texts of one hash code", object("{\"uniqueItems\":true}"), colliding(15)),
                Arguments.of("a thousand patterns for ten thousand names",
                        object("{\"patternProperties\":{" + many(1_000, i -> "\"^a?" + i + "b*c?$\":true").replaceAll("^\\[|]$", "")
                                + "}}"),
                        names(10_000)),
                Arguments.of("unevaluated members of doubled branches", object(
                        "{\"$defs\":{\"a\":{\"anyOf\":[{\"$ref\":\"#/$defs/b\"},{\"$ref\":\"#/$defs/b\"}]},"
                                + "\"b\":{\"properties\":{\"a\":{\"$ref\":\"#/$defs/a\"}},"
                        + "\"unevaluatedProperties\":false}},\"$ref\":\"#/$defs/a\"}"), nested(90)),
                Arguments.of("an enum of 100,000 for each item",
                        object("{\"items\":{\"enum\":" + many(100_000, i -> "\"v" + i + "\"") + "}}"), texts(20_000, "w")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bombs")
    void bombTakesLittleTime(String name, ObjectNode schema, JsonNode value) {
        CompiledSchema compiled;
        long begin = THREADS.getCurrentThreadCpuTime(); // all is done on this thread
        try {
            compiled = CompiledSchema.of("schema", schema);
        } catch (IllegalArgumentException refused) {
            assertThat(refused).hasMessageContaining("schema");
            return;
        }
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begin)).as("to check").isLessThan(Duration.ofSeconds(5));
        begin = THREADS.getCurrentThreadCpuTime();
        compiled.validate(value);
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begin)).as("to compile and to validate").isLessThan(SOON);
    }

    private static ObjectNode doubling(BiConsumer<ObjectNode, ObjectNode> level) {
        ObjectNode schema = JSON.createObjectNode().put("$ref", "#/$defs/d30");
        ObjectNode definitions = schema.putObject("$defs");
        definitions.putObject("d0").put("type", "object");
        IntStream.rangeClosed(1, 30)
                .forEach(i -> level.accept(definitions.putObject("d" + i), JSON.createObjectNode().put("$ref", "#/$defs/d" + (i - 1))));
        return schema;
    }

    private static ObjectNode nested(int depth) {
        ObjectNode value = JSON.createObjectNode();
        for (int i = 0; i < depth; i++) {
            value = JSON.createObjectNode().set("a", value);
        }
        return value;
    }

    private static String many(int count, java.util.function.IntFunction<String> item) {
        return IntStream.range(0, count).mapToObj(item).collect(java.util.stream.Collectors.joining(",", "[", "]"));
    }

    private static ArrayNode texts(int count, String prefix) {
        ArrayNode all = JSON.createArrayNode();
        IntStream.range(0, count).forEach(i -> all.add(prefix + i));
        return all;
    }

    private static ArrayNode lists(int width, int depth) {
        ArrayNode all = JSON.createArrayNode();
        IntStream.range(0, width).forEach(i -> all.add(depth == 0 ? JSON.getNodeFactory().numberNode(i) : lists(width, depth - 1)));
        return all;
    }

    private static ObjectNode names(int count) {
        ObjectNode all = JSON.createObjectNode();
        IntStream.range(0, count).forEach(i -> all.put("a" + i + "b", i));
        return all;
    }

    /** 2 to the power of {@code pairs} texts, of which each has the hash code of the others: "Aa" and "BB" have the same. */
    private static ArrayNode colliding(int pairs) {
        ArrayNode all = JSON.createArrayNode();
        for (int bits = 0; bits < 1 << pairs; bits++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < pairs; i++) {
                text.append((bits >> i & 1) == 0 ? "Aa" : "BB");
            }
            all.add(text.toString());
        }
        return all;
    }

    private static ObjectNode object(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
