package dev.caravan.kamelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.json.JsonMappers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No value from a caller becomes an expression, a placeholder, a bean, another option or another address. */
class CallerValuesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SINK = "kamelet: kafka-sink\nproperties: {bootstrapServers: 'k:1', user: a, password: b}\narguments: {topic: {pattern: '.*'}, saslMechanism: {}}\nheaders: {key: {}}\n";

    @ParameterizedTest
    @ValueSource(strings = {"${bean:x}", "$simple{bean:x}", "{{env:HOME}}", "x}}", "#bean:dataSource", "#class:java.io.File", "a&brokers=evil:1", "a?brokers=evil:1", "a%26b", "RAW(x)&y=1", "RAW{x}",
        "resource:file:/etc/passwd", " resource:x", "a;b", "../x", "a\nb", "a\u0000b", "a+b", "a\\b"})
    void unsafeValueIsRefusedDespiteThePattern(String value) throws Exception {
        OfferedKamelet kamelet = OfferedKameletTest.offered(SINK);

        assertRefused(kamelet, Map.of("topic", value));
        assertRefused(kamelet, Map.of("saslMechanism", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop table users", "a'b", "a(b)", "a\"b", "a|b", "a*b"})
    void withoutAPatternOnlyPlainTextIsAccepted(String value) throws Exception {
        assertRefused(OfferedKameletTest.offered(SINK), Map.of("saslMechanism", value));
    }

    @Test
    void headersAreDataWithoutExpressions() throws Exception {
        OfferedKamelet kamelet = OfferedKameletTest.offered(SINK);

        assertRefused(kamelet, Map.of("key", "${bean:x}"));
        assertRefused(kamelet, Map.of("key", "a\r\nX-Other: b"));
        assertThat(kamelet.input(Map.of("key", "50% of a & b?"), JSON).headers()).containsEntry("key", "50% of a & b?");
    }

    @Test
    void argumentsAreSortedIntoPropertiesHeadersAndBody() throws Exception {
        Map<String, Object> given = new LinkedHashMap<>(Map.of("topic", "orders.eu-1", "key", 7, "body", Map.of("text", "${x}")));
        given.put("saslMechanism", null);

        OfferedKamelet.Input input = OfferedKameletTest.offered(SINK).input(given, JSON);

        assertThat(input.properties()).isEqualTo(Map.of("topic", "orders.eu-1"));
        assertThat(input.headers()).isEqualTo(Map.of("key", 7, "Content-Type", "application/json"));
        assertThat(input.body()).isEqualTo("{\"text\":\"${x}\"}");
        assertRefused(OfferedKameletTest.offered(SINK), Map.of("bootstrapServers", "evil:1"));
        assertThat(OfferedKameletTest.offered(SINK).input("text", JSON).body()).as("of a route's own").isEqualTo("text");
    }

    @Test
    void anEnumAllowsExactlyItsTexts() throws Exception {
        OfferedKamelet kamelet = OfferedKameletTest.offered("kamelet: postgresql-sink\nproperties: {serverName: a, databaseName: b, username: c, password: d}\narguments: {query: {enum: ['select :#id']}}\n");

        assertThat(kamelet.input(Map.of("query", "select :#id"), JSON).properties()).containsEntry("query", "select :#id");
        assertRefused(kamelet, Map.of("query", "select 1"));
    }

    @Test
    void aPatternFitsTheWholeValue() throws Exception {
        OfferedKamelet kamelet = OfferedKameletTest.offered(SINK.replace("'.*'", "orders"));

        assertThat(kamelet.schema().at("/properties/topic/pattern").asText()).isEqualTo("^(?:orders)$");
        assertThat(kamelet.input(Map.of("topic", "orders"), JSON).properties()).containsEntry("topic", "orders");
        assertRefused(kamelet, Map.of("topic", "orders-of-others"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{type: integer}|a|x must be a whole number of at most 18 digits", "{type: number}|1e9|x must be a number with at most 18 digits before and after the point",
        "{type: boolean}|yes|x must be true or false", "{enum: [b, a]}|c|x must be one of b, a", "{pattern: 'a{1,9}'}|b|text of at most 1000 characters that matches a{1,9}, without",
        "{}|a b|letters, digits and _ . , : @ = / ~ -"})
    void aRefusalSaysWhatIsAllowed(String schema, String value, String reason) throws Exception {
        CallerValue argument = new CallerValue("x", JsonMappers.yaml().readValue(schema, ObjectNode.class));

        assertThatThrownBy(() -> argument.check(value)).isInstanceOf(InvalidArgumentException.class).hasMessageContaining(reason);
        assertThatThrownBy(() -> CallerValue.header("h", "{{a}}")).hasMessage("h must be text of at most 1000 characters without control characters, ${, $simple, {{ and }}");
    }

    private static void assertRefused(OfferedKamelet kamelet, Map<String, Object> arguments) {
        assertThatThrownBy(() -> kamelet.input(arguments, JSON)).as(arguments.toString()).isInstanceOf(InvalidArgumentException.class);
    }
}
