package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A value that a query shows is found by it, by {@code in}, and stays as it is stored when it is written back. */
@Tag("nightly")
class OpenSearchShownValuesTest extends OpenSearchTest {

    private static final Map<String, List<String>> TYPES = Map.ofEntries(
            Map.entry("\"date\",\"format\":\"epoch_millis\"", List.of("1700000000123", "0", "-1")),
            Map.entry("\"date\",\"format\":\"epoch_second\"", List.of("1700000000", "0")),
            Map.entry("\"date\",\"format\":\"dd/MM/yyyy\"", List.of("\"28/02/2026\"", "\"01/03/2026\"")),
            Map.entry("\"date\",\"format\":\"yyyy-MM-dd\"", List.of("\"2026-02-28\"", "\"2026-03-01\"")),
            Map.entry("\"date\",\"format\":\"basic_date\"", List.of("\"20260228\"", "\"20260301\"")),
            Map.entry("\"date\",\"format\":\"yyyy/MM/dd HH:mm:ss||epoch_millis\"", List.of("\"2026/02/28 01:02:03\"", "1700000000123")),
            Map.entry("\"date\"", List.of("\"2026-01-02T03:04:05.678Z\"", "\"1969-12-31T23:59:59.999Z\"")),
            Map.entry("\"date_nanos\"", List.of("\"2026-01-02T03:04:05.678901234Z\"", "\"2026-01-02T03:04:05.678901235Z\"")),
            Map.entry("\"long\"", List.of("9223372036854775807", "9223372036854775806", "-9223372036854775808")),
            Map.entry("\"unsigned_long\"", List.of("18446744073709551615", "18446744073709551614", "0")),
            Map.entry("\"double\"", List.of("0.1", "1e300", "-0.30000000000000004", "0.3")),
            Map.entry("\"float\"", List.of("0.1", "16777216", "3.0e38")),
            Map.entry("\"half_float\"", List.of("0.1", "2048", "-65504")),
            Map.entry("\"scaled_float\",\"scaling_factor\":100", List.of("0.57", "1.1", "-4.35")),
            Map.entry("\"boolean\"", List.of("true", "false")), Map.entry("\"ip\"", List.of("\"10.0.0.10\"", "\"fe80::1\"")),
            Map.entry("\"keyword\"", List.of("\"a\"", "\"A\"", "\"\"", "\"a*?\\\\\"", "\"北京 🚲\"")));

    @TestFactory
    Stream<DynamicTest> shownValuesAreFoundAndWrittenBackAsTheyAre() {
        return TYPES.entrySet().stream().map(type -> DynamicTest.dynamicTest(type.getKey(), () -> {
            String index = "os_shown_" + Integer.toHexString(type.getKey().hashCode());
            make(index, "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":" + type.getKey() + "}}}");
            for (String value : type.getValue()) {
                int id = type.getValue().indexOf(value);
                exactly("insert", "{\"table\":\"" + index + "\",\"data\":{\"id\":" + id + ",\"v\":" + value + "}}");
                assertThat(stored(index, id)).as("as it was given").isEqualTo(exact(value));
            }
            for (JsonNode row : exactly("query", "{\"table\":\"" + index + "\"}").get("data")) {
                int id = row.get("id").intValue();
                JsonNode before = stored(index, id);
                assertThat(ids(index, "{\"v\":" + row.get("v") + "}")).as("%s", row.get("v")).containsExactly(id);
                assertThat(ids(index, "{\"v__in\":[" + row.get("v") + "]}")).containsExactly(id);
                assertThat(ids(index, "{\"v__not_in\":[" + row.get("v") + "]}")).doesNotContain(id).hasSize(type.getValue().size() - 1);
                exactly("update", "{\"table\":\"" + index + "\",\"data\":{\"v\":" + row.get("v") + "},\"filters\":{\"id\":" + id + "}}");
                assertThat(stored(index, id)).isEqualTo(before);
            }
        }));
    }

    private static JsonNode stored(String index, int id) {
        return exact(STORE.send("GET", "/" + index + "/_source/" + id, null).toString()).get("v");
    }

    @Test
    void numbersOfAFormatAreComparedInOrder() {
        make("os_millis", "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":\"date\",\"format\":\"epoch_millis\"}}}");
        done("insert", DB, "{\"table\":\"os_millis\",\"data\":[{\"id\":1,\"v\":1000},{\"id\":2,\"v\":2000},{\"id\":3,\"v\":3000}]}");
        assertThat(ids("os_millis", "{\"v__gt\":1000}")).containsExactly(2, 3);
        assertThat(ids("os_millis", "{\"v__gte\":2000,\"v__lt\":3000}")).containsExactly(2);
        assertThat(ids("os_millis", "{\"v__lte\":2000}")).containsExactly(1, 2);
        assertThat(ids("os_millis", "{\"v__gt\":\"1970-01-01T00:00:01.5Z\"}")).as("a time is one too").containsExactly(2, 3);
        for (String text : List.of("now", "now-1d", "1000||+1d", "NOW", "tomorrow")) {
            assertThat(failed("query_error", "query", DB, "{\"table\":\"os_millis\",\"filters\":{\"v__gt\":\"" + text + "\"}}"))
                    .contains(text);
        }
    }

    /** An object in {@code _source} may be written as a path with dots. */
    @Test
    void updateChangesNothingElseOfTheSource() {
        make("os_else", "{\"properties\":{\"id\":{\"type\":\"integer\"}}}");
        String source = "{\"id\":1,\"n\":12345678901234567890.123456789,\"f\":1.10,\"e\":1E+2,\"at\":\"2026-01-01 00:00:00\",\"o\":{\"a\":"
                + "[{\"b\":0.1000},null]},\"x.y\":1,\"empty\":{},\"z\":null}";
        STORE.send("PUT", "/os_else/_doc/1?refresh=true", source);
        for (String data : List.of("{\"new\":1}", "{\"o.c\":2}")) {
            done("update", DB, "{\"table\":\"os_else\",\"data\":" + data + ",\"filters\":{\"id\":1}}");
        }
        assertThat(exact(STORE.send("GET", "/os_else/_source/1", null).toString()))
                .isEqualTo(exact(source.replace("null]},", "null],\"c\":2},").replace(",\"z\":null}", ",\"z\":null,\"new\":1}")));
    }
}
