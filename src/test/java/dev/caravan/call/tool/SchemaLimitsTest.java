package dev.caravan.call.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A schema that a user stores is refused, or validates any value soon: whatever its pattern, and however it refers to itself. */
class SchemaLimitsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Of processor time, which other processes don't lengthen: ten times what a validation needs at most. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Known to take a backtracking matcher for ever, or its stack. */
    @ParameterizedTest
    @ValueSource(strings = {"^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "^(.*a){20}$", "(a*)*b", "^([a-zA-Z]+)*$", "(x+x+)+y",
        "^(([a-z])+.)+[A-Z]([a-z])+$", "^(\\w+\\s?)*$", "^(\\d+)*$",
        "^([a-z]|-)*$", "(.*)*=.*", "^(a?){30}a{30}$", "\\s+$", "^(?:a|ab|b)*c$", "^([^,]*,){40}P", "^(aaa|aab|[ab])*z$",
        "^((a{1,10}){1,10}){1,10}$", "^(\\S+\\s*)+;$", "(a|b|ab)*bc"})
    void patternTakesLinearTime(String pattern) {
        CompiledSchema schema = compiled(JSON.createObjectNode().put("pattern", pattern));
        for (String text : new String[]{"a".repeat(60), "a".repeat(20_000) + "!", ("ab-x ").repeat(10_000) + "\n",
            " ".repeat(50_000) + "x"}) {
            soon(schema, JSON.getNodeFactory().textNode(text));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"^(a|aa)+\\1b$", "(?=a)b", "(?<!a)b", "((a{100}){100}){100}", "(a{1000}){1000}", "a{1001}", "(", "a**"})
    void patternThatCannotBeBoundedIsRefused(String pattern) {
        assertThatThrownBy(() -> compiled(JSON.createObjectNode().put("pattern", pattern))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not supported");
    }

    @Test
    void deepAndLongPatternsAreRefused() {
        for (String pattern : new String[] {"(".repeat(5_000) + "a" + ")".repeat(5_000), "a".repeat(2_001)}) {
            assertThatThrownBy(() -> compiled(JSON.createObjectNode().put("pattern", pattern))).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not supported");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {"^[\\u4e00-\\u9fff]+$ 汉字 latin", "^\\uD83D\\uDE00$ 😀 😁", "^\\u{1F600}$ 😀 😁",
        "^\\p{Script=Han}+$ 汉 a", "^[\\w.-]+\\/\\d{2,4}$ a-b/123 a-b", "[^\\s\\p{Z}] x \u3000"})
    void ecmaScriptPatternsMatch(String pattern, String fits, String other) {
        CompiledSchema schema = compiled(JSON.createObjectNode().put("pattern", pattern));
        assertThat(schema.validate(JSON.getNodeFactory().textNode(fits))).isEmpty();
        assertThat(schema.validate(JSON.getNodeFactory().textNode(other))).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$ref\":\"#\"}", "{\"allOf\":[{\"$ref\":\"#\"}]}", "{\"properties\":{\"a\":{\"$ref\":\"#/properties/a\"}}}",
        "{\"not\":{\"anyOf\":[true,{\"$ref\":\"#\"}]}}",
        "{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"if\":{\"$ref\":\"#/$defs/a\"}}},\"$ref\":\"#/$defs/a\"}",
        "{\"dependentSchemas\":{\"a\":{\"$ref\":\"#\"}}}"})
    void circularSchemaIsRefused(String schema) {
        assertThatThrownBy(() -> compiled(object(schema))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("refers to itself");
    }

    /** 2 to the power of 30 evaluations of one value; the same once for each level of a nested one. */
    @Test
    void bombsAreRefused() {
        ObjectNode doubling = JSON.createObjectNode().put("$ref", "#/$defs/d30");
        ObjectNode definitions = doubling.putObject("$defs");
        definitions.putObject("d0").put("type", "string");
        IntStream.rangeClosed(1, 30)
                .forEach(i -> definitions.putObject("d" + i).putArray("allOf").add(reference(i - 1)).add(reference(i - 1)));
        assertLimit(compiled(doubling), object("{}"));

        CompiledSchema nesting = compiled(object("{\"properties\":{\"a\":{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}}}"));
        ObjectNode nested = object("{}");
        for (int i = 0; i < 90; i++) {
            ObjectNode outer = object("{}");
            outer.set("a", nested);
            nested = outer;
        }
        assertLimit(nesting, nested);
    }

    @Test
    void largeValuesAreValidatedCompletely() {
        CompiledSchema schema = compiled(
                object("{\"$defs\":{\"json\":{\"anyOf\":[{\"type\":\"string\",\"maxLength\":1000},{\"type\":\"number\"},"
                        + "{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/json\"}},{\"type\":\"object\","
                        + "\"additionalProperties\":{\"$ref\":\"#/$defs/json\"}}]}},\"$ref\":\"#/$defs/json\"}"));
        ObjectNode large = object("{}");
        IntStream.range(0, 20_000).forEach(i -> large.putObject("k" + i).put("a", "text " + i).putArray("b").add(i).add("x"));
        assertThat(schema.validate(large)).isEmpty();
        large.put("bad", true);
        assertThat(schema.validate(large)).isNotEmpty().noneMatch(error -> error.getKeyword().equals(CompiledSchema.LIMIT));
    }

    private static void assertLimit(CompiledSchema schema, JsonNode value) {
        assertThat(soon(schema, value)).singleElement().satisfies(error -> assertThat(error.getKeyword()).isEqualTo(CompiledSchema.LIMIT));
    }

    private static java.util.List<com.networknt.schema.Error> soon(CompiledSchema schema, JsonNode value) {
        long begin = THREADS.getCurrentThreadCpuTime();
        var errors = schema.validate(value); // on this thread
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begin)).isLessThan(SOON);
        return errors;
    }

    private static ObjectNode reference(int definition) {
        return JSON.createObjectNode().put("$ref", "#/$defs/d" + definition);
    }

    private static CompiledSchema compiled(ObjectNode schema) {
        return CompiledSchema.of("schema", schema);
    }

    private static ObjectNode object(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
