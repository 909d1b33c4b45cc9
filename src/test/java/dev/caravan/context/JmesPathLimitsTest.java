package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.JmesPath;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An evaluation of JMESPath is limited in memory and time, and ends when its call does. */
class JmesPathLimitsTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** An object takes more memory than its members alone, and a sum more than the texts of its numbers. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"[*].{a:@,b:@}", "[*].{}", "[*].[sum([`1e999`,`1e-999`])]", "map(&to_string(@), @)|[@,@][]|map(&[@], @)"})
    void memoryOfAnEvaluationIsLimited(String query) throws Exception {
        ArrayNode list = JSON.createArrayNode();
        IntStream.range(0, 1_800_000).forEach(list::add);

        assertThatThrownBy(() -> JmesPath.of(query.replace("{}", "{c:@}.{d:@}")).in(list)).isInstanceOf(ToolException.class)
                .hasMessageContaining("too much memory");
        assertThat(JmesPath.of("[:100000].{a:@,b:@}").in(list)).hasSize(100_000);
    }

    /** Each round doubles what is compared, though it makes few values. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"a==b", "contains([a],b)", "a!=b", "contains([[a]],[b])"})
    void comparisonsOfSharedPartsAreLimited(String compared) {
        String query = "{a:[@],b:[@]}|" + "{a:[a,a],b:[b,b]}|".repeat(40) + compared;

        assertThatThrownBy(() -> JmesPath.of(query).in(JSON.readTree("1"))).isInstanceOf(ToolException.class)
                .hasMessageContaining("too much memory");
    }

    /** Each takes some microseconds, a million of them many seconds. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"sum(@)", "avg(@)", "sort(@)[0]"})
    void calculationsWithLongNumbersAreLimited(String query) throws Exception {
        ArrayNode list = JSON.createArrayNode();
        IntStream.range(0, 1_000_000).forEach(i -> list.add(new BigDecimal(i % 2 == 0 ? "1e1000" : "1e-999")));

        assertThatThrownBy(() -> JmesPath.of(query).in(list)).isInstanceOf(ToolException.class)
                .hasMessageContaining("too much memory or time");
        ArrayNode usual = JSON.createArrayNode();
        IntStream.range(0, 1_000_000).forEach(i -> usual.add(new BigDecimal(i + ".25")));
        assertThat(JmesPath.of(query).in(usual).isNumber()).isTrue();
    }

    /** A search can compare each character with each, without a look at the interrupt; texts with the same beginning compare to its end. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"{a: join('', [@,@]), b: join('', [@,'b'])} | contains(a, b)",
        "[@] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | sort(@)[0]",
        "[@] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | [@,@,@,@,@,@,@,@][] | max(@)"})
    void comparisonsOfLongTextsAreLimited(String query) {
        String text = "'aaaaaaaa'" + " | join('', [@,@,@,@])".repeat(9);

        assertThatThrownBy(() -> JmesPath.of(text + " | " + query).in(JSON.readTree("1"))).isInstanceOf(ToolException.class)
                .hasMessageContaining("too much memory or time");
    }

    @Test
    void containsComparesLikeEqual() throws Exception {
        assertThat(JmesPath.of("contains(@, `10.0`)").in(JSON.readTree("[10,2]")).asBoolean()).isTrue();
        assertThat(JmesPath.of("contains(@, `1`)").in(JSON.readTree("\"10\"")).asBoolean()).isFalse();
        assertThat(JmesPath.of("contains(@, 'a')").in(JSON.readTree("\"bab\"")).asBoolean()).isTrue();
        assertThat(JmesPath.of("contains(@, [{b: `1.0`}])").in(JSON.readTree("[[{\"b\":1}]]")).asBoolean()).isTrue();
    }

    @Test
    void interruptedEvaluationEnds() throws Exception {
        ArrayNode list = JSON.createArrayNode();
        IntStream.range(0, 100_000).forEach(list::add);
        for (String query : List.of("sum(@)", "avg(@)", "sort(@)", "[?@ > `5`]", "max(@)", "[*].to_string(@)",
                "join('', map(&to_string(@), @))")) {
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> JmesPath.of(query).in(list)).as(query).isInstanceOf(ToolException.class)
                        .hasMessageContaining("too long");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }
}
