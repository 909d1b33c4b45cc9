package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Pages with {@code after} have each row once, in the order of pages with {@code offset}, whatever the type of the column; or the first
 * page is refused.
 */
@Tag("nightly")
class SupabaseCursorPagesTest extends SupabaseTest {

    private static final Map<String, List<String>> TYPES = Map.ofEntries(
            Map.entry("inet", List.of("'10.0.0.10'", "'10.0.0.2'", "null")),
            Map.entry("interval", List.of("'1 mon'", "'30 days'", "'10 days'", "'2 days'", "null")),
            Map.entry("money", List.of("'10'", "'9'", "'-3'", "'1000'")),
            Map.entry("real", List.of("'0.1'", "'1e-40'", "'3e38'", "'16777217'")),
            Map.entry("float", List.of("'NaN'", "'1'", "'-Infinity'", "'0.30000000000000004'")),
            Map.entry("timestamp", List.of("'0044-03-15 BC'", "'infinity'", "'2024-01-01'")),
            Map.entry("timestamptz", List.of("'2024-01-01 00:00:00.000001'", "'2024-01-01 00:00:00.000002'", "'-infinity'")),
            Map.entry("jsonb", List.of("'{\"a\":1}'", "'[2]'", "'{}'")),
            Map.entry("int[]", List.of("'{10}'", "'{9}'")), Map.entry("int4range", List.of("'[10,20)'", "'[9,100)'")),
            Map.entry("boolean", List.of("true", "false", "null")),
            Map.entry("text", List.of("'a,b'", "'a\"b'", "'(x)'", "'null'", "''", "'B'", "null", "'a\\b'")),
            Map.entry("numeric", List.of("12345678901234567890.1", "12345678901234567890.2", "'NaN'")),
            Map.entry("bytea", List.of("'\\x00'", "'\\xff'")), Map.entry("time", List.of("'24:00'", "'9:00'")));

    /** The largest page until now may have been cut by the server, so a second request asks whether rows follow. */
    @Test
    void aLargePageMayLackTheColumnOfItsOrder() {
        STORE.run("supa_pages_large", Set.of("id", "v"), "drop table if exists supa_pages_large",
                "create table supa_pages_large as select i as id, i % 7 as v from generate_series(1, 900) i",
                "alter table supa_pages_large add primary key (id)");
        JsonNode page = done("query", "{\"table\":\"supa_pages_large\",\"columns\":[\"id\"],\"order_by\":[\"v\"],"
                + "\"limit\":1000,\"after\":\"\"}");
        assertThat(page.get("data")).hasSize(900);
        assertThat(page.at("/data/0").properties()).hasSize(1);
        assertThat(page.get("has_more").booleanValue()).isFalse();
    }

    @TestFactory
    Stream<DynamicTest> pagesReturnEveryRowOnce() {
        return TYPES.entrySet().stream().map(type -> DynamicTest.dynamicTest(type.getKey(), () -> {
            String table = "supa_pages_" + type.getKey().replaceAll("[^a-z0-9]", "");
            String[] rows = new String[2 + 2 * type.getValue().size()];
            rows[0] = "drop table if exists " + table;
            rows[1] = "create table " + table + " (id int primary key, v " + type.getKey() + ")";
            for (int i = 2; i < rows.length; i++) {
                rows[i] = "insert into " + table + " values (" + i + ", " + type.getValue().get(i % type.getValue().size()) + ")";
            }
            STORE.run(table, Set.of("id", "v"), rows);
            for (String order : List.of("\"v\",\"id\"", "\"-v\",\"id\"")) {
                String query = "{\"table\":\"" + table + "\",\"order_by\":[" + order + "]";
                List<String> all = done("query", query + "}").get("data").findValuesAsText("id");
                List<String> paged = new ArrayList<>();
                JsonNode page = call("query", "supabase", query + ",\"limit\":1,\"after\":\"\"}");
                if (page.has("error")) {
                    assertThat(page.at("/error/message").asText()).contains("use offset");
                    continue;
                }
                page.get("data").findValuesAsText("id").forEach(paged::add);
                while (page.has("next") && paged.size() <= all.size()) {
                    page = done("query", query + ",\"limit\":1,\"after\":\"" + page.get("next").asText() + "\"}");
                    page.get("data").findValuesAsText("id").forEach(paged::add);
                }
                assertThat(paged).as(order).isEqualTo(all);
            }
        }));
    }
}
