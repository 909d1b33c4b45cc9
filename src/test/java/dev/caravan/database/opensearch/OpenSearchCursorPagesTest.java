package dev.caravan.database.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Pages with {@code after} have each document once, in the order of pages with {@code offset}, whatever the type of the field. */
@Tag("nightly")
class OpenSearchCursorPagesTest extends OpenSearchTest {

    private static final Map<String, List<String>> TYPES = Map.ofEntries(
            Map.entry("\"unsigned_long\"", List.of("18446744073709551615", "9223372036854775808", "0", "18446744073709551614", "null")),
            Map.entry("\"long\"", List.of("9223372036854775807", "9223372036854775806", "-9223372036854775808", "null")),
            Map.entry("\"double\"", List.of("0.1", "1e300", "0.30000000000000004", "0.3", "null")),
            Map.entry("\"float\"", List.of("0.1", "16777217", "16777216", "3e38", "null")),
            Map.entry("\"half_float\"", List.of("0.1", "0.10001", "2049", "2048", "null")),
            Map.entry("\"scaled_float\",\"scaling_factor\":100", List.of("0.1", "0.101", "0.11", "null")),
            Map.entry("\"boolean\"", List.of("true", "false", "\"\"", "null")),
            Map.entry("\"date\"", List.of("\"2024-01-01\"", "1700000000000", "\"2024-01-01T00:00:00.001Z\"", "\"1900-01-01\"", "null")),
            Map.entry("\"date_nanos\"",
                    List.of("\"2024-01-01T00:00:00.000000001Z\"", "\"2024-01-01T00:00:00.000000002Z\"", "\"2024-01-01\"", "null")),
            Map.entry("\"date\",\"format\":\"dd/MM/yyyy\"", List.of("\"28/02/2026\"", "\"01/03/2026\"", "\"02/01/1960\"", "null")),
            Map.entry("\"date\",\"format\":\"epoch_second\"", List.of("1700000000", "1699999999", "0", "null")),
            Map.entry("\"ip\"", List.of("\"10.0.0.10\"", "\"10.0.0.2\"", "\"fe80::1\"", "null")),
            Map.entry("\"keyword\",\"ignore_above\":3", List.of("\"abc\"", "\"abcd\"", "\"b\"", "null", "\"zzzz\"")),
            Map.entry("\"keyword\",\"normalizer\":\"lowercase\"", List.of("\"A\"", "\"b\"", "\"a\"", "\"C\"", "null")),
            Map.entry("\"text\",\"fields\":{\"keyword\":{\"type\":\"keyword\",\"ignore_above\":3}}",
                    List.of("\"abc\"", "\"abcd\"", "\"b\"", "null")),
            Map.entry("\"integer\"", List.of("[5,1]", "3", "[2,4]", "null", "\"10\"")));

    @TestFactory
    Stream<DynamicTest> pagesReturnEveryDocumentOnce() {
        return TYPES.entrySet().stream().map(type -> DynamicTest.dynamicTest(type.getKey(), () -> {
            String index = "os_pages_" + Integer.toHexString(type.getKey().hashCode());
            make(index, "{\"properties\":{\"id\":{\"type\":\"integer\"},\"v\":{\"type\":" + type.getKey() + "}}}");
            int id = 0;
            for (int copy = 0; copy < 2; copy++) {
                for (String value : type.getValue()) {
                    STORE.send("PUT", "/" + index + "/_doc/" + id + "?refresh=true", "{\"id\":" + id++ + ",\"v\":" + value + "}");
                }
            }
            for (String order : List.of("\"v\",\"id\"", "\"-v\",\"id\"")) {
                String query = "{\"table\":\"" + index + "\",\"columns\":[\"id\"],\"order_by\":[" + order + "]";
                JsonNode all = call("query", DB, query + "}");
                if (all.has("error")) {
                    failed("query_error", "query", DB, query + ",\"after\":\"\"}");
                    continue;
                }
                List<String> paged = new ArrayList<>();
                JsonNode page = done("query", DB, query + ",\"limit\":1,\"after\":\"\"}");
                page.get("data").findValuesAsText("id").forEach(paged::add);
                while (page.has("next") && paged.size() <= id) {
                    page = done("query", DB, query + ",\"limit\":1,\"after\":\"" + page.get("next").asText() + "\"}");
                    page.get("data").findValuesAsText("id").forEach(paged::add);
                }
                assertThat(paged).as(order).isEqualTo(all.get("data").findValuesAsText("id")).hasSize(id);
            }
        }));
    }
}
