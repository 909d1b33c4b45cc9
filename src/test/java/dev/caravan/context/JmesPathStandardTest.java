package dev.caravan.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.JmesPath;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/**
 * JMESPath as its specification says: numbers of any size, characters as code points, backslashes in raw strings; and literals without
 * quotes.
 */
class JmesPathStandardTest {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(JsonNodeFactory.withExactBigDecimals(true));
    /** 1e21 and 1000000000000000000000 are one number. */
    private static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
            ? one.decimalValue().compareTo(other.decimalValue()) : one.equals(other) ? 0 : 1;

    private static final String DATA = """
            {"big":123456789012345678901234567890,"small":-123456789012345678901234567890,"half":0.5,"tea":"😀茶","rows":[{"tag":"a",\
            "n":1},{"tag":"b","n":1e21}],
            "odd":["\\uff5e","😀","a"],"pairs":[{"k":"😀","n":2},{"k":"\\uff5e","n":1}],"back":"\\\\","two":"a\\\\b"}""";

    @Test
    void numbersKeepTheirValue() throws Exception {
        check("to_number('1e21')", "1e21");
        check("to_number('123456789012345678901234567890')", "123456789012345678901234567890");
        check("to_number('-9223372036854775809')", "-9223372036854775809");
        check("to_number('0.1')", "0.1");
        check("to_number('x')", "null");
        check("abs(small)", "123456789012345678901234567890");
        check("floor(big)", "123456789012345678901234567890");
        check("ceil(half)", "1");
        check("floor(half)", "0");
        check("sum([big, `1`])", "123456789012345678901234567891");
        check("avg([big, big])", "123456789012345678901234567890");
        check("avg([`1`, `2`])", "1.5");
        check("sum(`[0.1, 0.2]`)", "0.3");
        check("max([big, `1`, small])", "123456789012345678901234567890");
        check("sort([big, small, `1`])", "[-123456789012345678901234567890,1,123456789012345678901234567890]");
        check("max_by(rows, &n).tag", "\"b\"");
        check("big == `123456789012345678901234567890`", "true");
        check("big == `123456789012345678901234567891`", "false");
        check("big > `123456789012345678901234567889`", "true");
        check("length(to_array(rows))", "2");
    }

    @Test
    void charactersAreCodePoints() throws Exception {
        check("length('😀')", "1");
        check("length(tea)", "2");
        check("sort(odd)", "[\"a\",\"\\uff5e\",\"😀\"]");
        check("sort_by(pairs, &k)[].n", "[1,2]");
        check("max(odd)", "\"😀\"");
        check("min_by(pairs, &k).n", "1");
        check("reverse(tea)", "\"茶😀\"");
    }

    @Test
    void rawStringsKeepTheirBackslashes() throws Exception {
        check("'\\\\'", "\"\\\\\\\\\"");
        check("'a\\b'", "\"a\\\\b\"");
        check("'it\\'s'", "\"it's\"");
        check("length('\\\\')", "2");
        check("two == 'a\\b'", "true");
    }

    @Test
    void literalsWithoutQuotesAreText() throws Exception {
        check("rows[?tag==`a`].n", "[1]");
        check("`foo bar`", "\"foo bar\"");
        check("`a\\`b`", "\"a`b\"");
        check("rows[?tag=='b' || tag==`a`] | length(@)", "2");
        check("`1`", "1");
        check("`true`", "true");
        check("`\"a\"`", "\"a\"");
        check("` {\"a\": [1]} `.a", "[1]");
        check("'`a`'", "\"`a`\"");
    }

    @Test
    void aLiteralThatBeginsAsJsonMustBeJson() {
        for (String query : new String[] {"`{a: 1}`", "`[1`", "`\"a`", "``", "`a"}) {
            assertThatThrownBy(() -> JmesPath.of(query)).as(query).isInstanceOf(ToolException.class);
        }
        assertThatThrownBy(() -> JmesPath.of("[?a==`b` && c=='d\\\\'")).as("the position in what was sent")
                .hasMessageContaining("position 20");
    }

    @Test
    void aNumberThatIsTooLargeToBeCalculatedWithIsRefused() throws Exception {
        check("to_number('1e999999999')", "null");
        assertThatThrownBy(() -> JmesPath.of("floor(`1e999999999`)").in(JSON.readTree("{}"))).isInstanceOf(ToolException.class);
    }

    private static void check(String query, String result) throws Exception {
        JsonNode data = JmesPath.of(query).in(JSON.readTree(DATA));
        assertThat(data.equals(BY_VALUE, JSON.readTree(result))).as(query + ": " + data).isTrue();
    }
}
