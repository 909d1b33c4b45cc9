package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.JmesPath;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JMESPath's official compliance suite, which jmespath-core's test artifact carries, and what errors say. */
class ContextQueryTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final List<String> SUITE = List.of("basic", "boolean", "current", "escape", "filters", "functions", "identifiers",
            "indices", "literal", "multiselect", "pipe", "slice",
            "syntax", "unicode", "wildcard");
    /** 3 and 3.0 are one number. */
    private static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue()) : one.equals(other) ? 0 : 1;

    @TestFactory
    Stream<DynamicTest> officialSuite() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : SUITE) {
            try (InputStream in = ContextQueryTest.class.getResourceAsStream("/jmespath.test/tests/" + file + ".json")) {
                for (JsonNode group : JSON.readTree(in)) {
                    for (JsonNode test : group.get("cases")) {
                        tests.add(DynamicTest.dynamicTest(file + " " + test.get("expression").asText(),
                                () -> check(group.get("given"), test)));
                    }
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(700);
        return tests.stream();
    }

    private static void check(JsonNode given, JsonNode test) throws ToolException {
        String expression = test.get("expression").asText();
        if (test.has("error")) {
            assertThatThrownBy(() -> JmesPath.of(expression).in(given)).isInstanceOf(ToolException.class);
        } else {
            JsonNode result = JmesPath.of(expression).in(given);
            assertThat(result.equals(BY_VALUE, test.get("result"))).as(result + " for " + test.get("result")).isTrue();
        }
    }

    @Test
    void errorNamesThePosition() {
        assertThatThrownBy(() -> JmesPath.of("a.b[")).hasMessage("query can't be parsed: it ends too early, at position 4");
        assertThatThrownBy(() -> JmesPath.of("people[?age > `20`].nam e")).hasMessageContaining("e is not expected at position 24");
        assertThatThrownBy(() -> JmesPath.of("nonsense(@)")).hasMessageContaining("nonsense");
        assertThatThrownBy(() -> JmesPath.of("  ")).isInstanceOf(ToolException.class);
        assertThatThrownBy(() -> JmesPath.of("length(a)").in(JSON.readTree("{\"a\":1}"))).isInstanceOf(ToolException.class)
                .hasMessageContaining("length");
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void explodingExpressionIsRefused(String query) throws Exception {
        JsonNode data = JSON.readTree("[1,2,3]");
        assertThatThrownBy(() -> JmesPath.of(query).in(data)).isInstanceOf(ToolException.class);
    }

    /** 53 characters, which answered 256 times the text, and a separator that is as long as the query may be. */
    @ParameterizedTest
    @ValueSource(strings = {"[t,t]|[@,@]|[@,@]|[@,@]|[@,@]|[@,@]|[@,@]|[@,@]|[@,@]", "join('SEPARATOR', l)", "[LISTS]"})
    void resultsOfAnExpressionAreLimitedInTextAndItems(String query) throws Exception {
        ObjectNode data = JSON.createObjectNode().put("t", "x".repeat(1_000_000));
        ArrayNode list = data.putArray("l");
        IntStream.range(0, 100_000).forEach(i -> list.add("y"));
        String whole = query.replace("SEPARATOR", "z".repeat(5_000)).replace("LISTS", String.join(",", Collections.nCopies(1_000, "l[]")));

        assertThatThrownBy(() -> JmesPath.of(whole).in(data)).isInstanceOf(ToolException.class).hasMessageContaining("more than");
        assertThat(JmesPath.of("join('-', l[:3])").in(data).textValue()).isEqualTo("y-y-y");
    }

    static Stream<String> bombs() {
        return Stream.of(String.join("|", Collections.nCopies(60, "[@,@]")),
                String.join("|", Collections.nCopies(60, "[@,@][]")),
                // a million values, of which each has 1,000 digits
                "to_number('1e999')|" + String.join("|", Collections.nCopies(19, "[@,@]")),
                String.join("|", Collections.nCopies(40, "{a:@,b:@}")) + "|to_string(@)",
                "'xxxxxxxxxx'|" + String.join("|", Collections.nCopies(60, "join('',[@,@])")),
                "(".repeat(4_900) + "@" + ")".repeat(4_900),
                "[".repeat(9_000),
                "!".repeat(9_000) + "@");
    }
}
