package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages with {@code after} have each row once, in the order of pages with {@code offset}, also with nulls and equal values, on every
 * database. Each database is asked a third of the orders; {@link AllCursorPagesTest} asks all.
 */
@Tag("full")
class CursorPagesTest extends DatabaseTest {

    private static final List<String> ORDERS = List.of("", "\"n\"", "\"-n\"", "\"s\",\"-n\"", "\"-s\",\"n\"", "\"t\"", "\"-t\",\"s\"");

    private final Set<String> created = new HashSet<>();

    /** How many parts of the orders there are, of which each database is asked one. */
    protected int parts() {
        return 3;
    }

    static Stream<String> databases() {
        return STORES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void pagesReturnEveryRowOnce(String database) {
        fill(database);
        for (String order : part(database, ORDERS, parts())) {
            for (String filters : new String[] {"{}", "{\"n__lt\":2,\"id__gt\":2}"}) {
                String query = ",\"order_by\":[" + order + "],\"filters\":" + filters + ",\"columns\":[\"id\"]";
                List<JsonNode> paged = new ArrayList<>();
                JsonNode page;
                String after = "";
                do {
                    page = done("query", database, "{\"table\":\"cursor_pages\",\"limit\":3,\"after\":\"" + after + "\"" + query + "}");
                    assertThat(page.has("count")).isFalse();
                    page.get("data").forEach(paged::add);
                    after = page.path("next").asText();
                    assertThat(page.get("has_more").booleanValue()).isEqualTo(page.has("next"));
                } while (page.has("next") && paged.size() < 100);
                JsonNode all = done("query", database, "{\"table\":\"cursor_pages\"" + query + "}");

                assertThat(paged).as(database + query).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all.get("data"));
                assertThat(sorted(paged, order)).as(database + query).isEqualTo(sorted(all.get("data"), order));
            }
        }
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("databases")
    void deletedRowsDoNotShiftPages(String database) {
        fill(database);
        JsonNode first = done("query", database, "{\"table\":\"cursor_pages\",\"order_by\":[\"id\"],\"limit\":4,\"after\":\"\"}");
        done("delete", database, "{\"table\":\"cursor_pages\",\"filters\":{\"id__in\":[1,2]}}");

        JsonNode few = done("query", database,
                "{\"table\":\"cursor_pages\",\"order_by\":[\"-n\"],\"limit\":2,\"after\":\"\",\"columns\":[\"t\"]}");
        few.get("data").forEach(row -> assertThat(row.fieldNames()).toIterable().as("only what was asked for").isSubsetOf("t"));
        JsonNode second = done("query", database,
                "{\"table\":\"cursor_pages\",\"order_by\":[\"id\"],\"limit\":4,\"after\":\"" + first.get("next").asText() + "\"}");

        assertThat(second.at("/data/0/id").asInt()).isEqualTo(5);
        assertThat(failed("query_error", "query", database,
                "{\"table\":\"cursor_pages\",\"order_by\":[\"n\"],\"after\":\"" + first.get("next").asText() + "\"}"))
                .startsWith("after must be");
        assertThat(failed("query_error", "query", database, "{\"table\":\"cursor_pages\",\"after\":\"no cursor\"}"))
                .startsWith("after must be");
        assertThat(failed("query_error", "query", database, "{\"table\":\"cursor_pages\",\"after\":\"\",\"offset\":1}"))
                .startsWith("Use after or offset");
    }

    @Test
    void tableWithoutAKeyHasNoCursor() {
        run("postgresql", "drop table if exists cursor_loose", "create table cursor_loose (x int)");
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"cursor_loose\",\"after\":\"\"}"))
                .contains("has no primary key");
    }

    /** The values by which the rows are sorted; rows that are equal in them may have any order without a cursor. */
    private static List<String> sorted(Iterable<JsonNode> rows, String order) {
        List<String> values = new ArrayList<>();
        rows.forEach(row -> {
            StringBuilder text = new StringBuilder();
            for (String column : order.replaceAll("[\"-]", "").split(",")) {
                text.append(row.path(column)).append(' ');
            }
            values.add(text.toString());
        });
        return values;
    }

    private void fill(String database) {
        if (created.add(database)) {
            STORES.get(database).create("cursor_pages", TestStore.columns("id INTEGER, n INTEGER, s TEXT, t TIME"));
        } else {
            done("delete", database, "{\"table\":\"cursor_pages\",\"filters\":{\"id__gte\":0}}");
        }
        StringBuilder rows = new StringBuilder();
        for (int i = 1; i <= 11; i++) {
            rows.append(i == 1 ? "" : ",")
                    .append("{\"id\":%d,\"n\":%s,\"s\":%s,\"t\":%s}".formatted(i, i % 4 == 0 ? "null" : i % 3,
                            i % 5 == 0 ? "null" : "\"s" + i % 2 + "\"",
                    i % 6 == 0 ? "null" : "\"2026-01-0" + (i % 3 + 1) + "T00:00:00.125Z\""));
        }
        done("insert", database, "{\"table\":\"cursor_pages\",\"data\":[" + rows + "]}");
    }
}
