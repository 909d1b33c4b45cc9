package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages with {@code after} lose and repeat no row, whatever the values of the order, the filters and the size of the page. */
@Tag("full")
class CursorValuesTest extends DatabaseTest {

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void booleansAndSeveralFilters(String database) {
        STORES.get(database).create("cursor_flags", TestStore.columns("id INTEGER, active BOOLEAN"));
        done("insert", database, "{\"table\":\"cursor_flags\",\"data\":[" + IntStream.rangeClosed(1, 12).mapToObj(i ->
                "{\"id\":%d,\"active\":%s}".formatted(i, i % 4 == 0 ? "null" : i % 2 == 0)).collect(Collectors.joining(",")) + "]}");
        String many = "{\"id__gt\":0,\"id__gte\":1,\"id__lt\":12,\"id__lte\":12,\"id__isnull\":false,\"id__not_in\":[77]}";
        for (String filters : new String[] {"{}", many}) {
            for (String order : part(database, List.of("\"active\",\"id\"", "\"-active\",\"id\"", "\"-active\",\"-id\""), 3)) {
                String query = "{\"table\":\"cursor_flags\",\"columns\":[\"id\"],\"filters\":" + filters + ",\"order_by\":[" + order + "]";
                assertThat(paged(database, query, 2)).as(database + query).isEqualTo(ids(done("query", database, query + "}")));
            }
        }
    }

    @Test
    void singlePrecisionNumbersSortAndFilterCorrectly() {
        run("postgresql", "drop table if exists cursor_reals", "create table cursor_reals (id int primary key, r real)",
                "insert into cursor_reals select i, (i % 7) * 0.1 from generate_series(1, 30) i",
                "insert into cursor_reals values (31, 1e-40), (32, 3e38), (33, 'nan'), (34, '-infinity')");
        for (String order : new String[] {"\"r\"", "\"-r\""}) {
            String query = "{\"table\":\"cursor_reals\",\"order_by\":[" + order + ",\"id\"]";
            assertThat(paged("postgresql", query, 3)).isEqualTo(ids(done("query", "postgresql", query + "}"))).hasSize(34);
        }
        assertThat(ids(done("query", "postgresql", "{\"table\":\"cursor_reals\",\"filters\":{\"r\":0.1}}"))).hasSize(5);
        assertThat(ids(done("query", "postgresql", "{\"table\":\"cursor_reals\",\"filters\":{\"r__lt\":1e300,\"r__gt\":1e-300}}")))
                .hasSize(28);
        failed("query_error", "insert", "postgresql", "{\"table\":\"cursor_reals\",\"data\":{\"id\":40,\"r\":1e300}}");
    }

    @Test
    void shortenedPageHasNoNext() {
        run("postgresql", "drop table if exists cursor_wide", "create table cursor_wide (id int primary key, t text)",
                "insert into cursor_wide select i, repeat('x', 300) from generate_series(1, 1500) i");
        JsonNode cut = done("query", "postgresql", "{\"table\":\"cursor_wide\",\"limit\":1000,\"after\":\"\"}");
        assertThat(cut.get("data").size()).isLessThan(1000);
        assertThat(cut.get("truncated").booleanValue()).isTrue();
        assertThat(cut.get("has_more").booleanValue()).isTrue();
        assertThat(cut.has("next")).isFalse();
        assertThat(paged("postgresql", "{\"table\":\"cursor_wide\"", 400)).hasSize(1500).doesNotHaveDuplicates();
    }

    private List<JsonNode> paged(String database, String query, int limit) {
        List<JsonNode> ids = new ArrayList<>();
        JsonNode page;
        String after = "";
        do {
            page = done("query", database, query + ",\"limit\":" + limit + ",\"after\":\"" + after + "\"}");
            ids.addAll(ids(page));
            after = page.path("next").asText();
        } while (page.has("next") && ids.size() < 2_000);
        return ids;
    }

    private static List<JsonNode> ids(JsonNode page) {
        return page.get("data").findValues("id");
    }
}
