package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Times and numbers mean the same in every database: a time without a zone is UTC, and numbers go by value. */
@Tag("nightly")
class SameTimesTest extends DatabaseTest {

    private static final List<String> TIMES = List.of("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", "2026-01-01T01:30:00+02:00",
            "2026-03-29T02:30:00Z", "2026-03-08T02:30:00-05:00", "2025-12-31T23:59:59Z");

    /** Filters on times, with the ids that match. */
    private static final Map<String, String> BY_TIME = new TreeMap<>(Map.ofEntries(Map.entry("{'t__gte':'2026-01-01'}", "[1,2,4,5]"),
            Map.entry("{'t__gt':'2026-01-01'}", "[2,4,5]"), Map.entry("{'t__lt':'2026-01-01'}", "[3,6]"),
            Map.entry("{'t__lte':'2026-01-01T00:00:00'}", "[1,3,6]"), Map.entry("{'t__gte':'2026-01-01T00:00:00.000001Z'}", "[2,4,5]"),
            Map.entry("{'t__lt':'2026-01-01T00:00:00.000001Z'}", "[1,3,6]"), Map.entry("{'t__lte':'2026-01-01T02:00:00+02:00'}", "[1,3,6]"),
            Map.entry("{'t':'2026-01-01T02:00:00+02:00'}", "[1]"), Map.entry("{'t':'2026-01-01'}", "[1]"),
            Map.entry("{'t':'2026-01-01T00:00:00'}", "[1]"), Map.entry("{'t__in':['2026-01-01','2026-03-08T07:30:00Z']}", "[1,5]"),
            Map.entry("{'t__not_in':['2026-01-01','2026-03-08T07:30:00Z']}", "[2,3,4,6]"),
            Map.entry("{'t':'2025-12-31T23:30:00Z'}", "[3]"), Map.entry("{'t':'2026-03-29T02:30:00'}", "[4]"),
            Map.entry("{'t':'2026-03-29T04:30:00+02:00'}", "[4]"), Map.entry("{'t__lt':'0001-01-01'}", "[]"),
            Map.entry("{'t__gte':'9999-12-31T23:59:59Z'}", "[]"), Map.entry("{'t__gt':'1969-12-31'}", "[1,2,3,4,5,6]"),
            Map.entry("{'t__isnull':false}", "[1,2,3,4,5,6]")));

    /** Filters on whole numbers and on decimals, with the ids that match. */
    private static final Map<String, String> BY_NUMBER = new TreeMap<>(Map.ofEntries(Map.entry("{'n__lt':2.5}", "[1,2]"),
            Map.entry("{'n':2.5}", "[]"), Map.entry("{'n':2.0}", "[2]"), Map.entry("{'n__gt':-0.5}", "[1,2,3,4,5,6]"),
            Map.entry("{'n__lt':3e19}", "[1,2,3,4,5,6]"), Map.entry("{'n__gt':3e19}", "[]"), Map.entry("{'n':3e19}", "[]"),
            Map.entry("{'n__in':[1,2.5,6.0,3e19]}", "[1,6]"), Map.entry("{'n__not_in':[1.5,3e19,2]}", "[1,3,4,5,6]"),
            Map.entry("{'n__gte':-0.0}", "[1,2,3,4,5,6]"), Map.entry("{'d':0.1}", "[1]"), Map.entry("{'d':0.10}", "[1]"),
            Map.entry("{'d__gt':0.15}", "[2,3,4,5,6]"), Map.entry("{'d__lt':0.2000001}", "[1,2]"), Map.entry("{'d':0.2000000001}", "[]"),
            Map.entry("{'d__gte':-1e300}", "[1,2,3,4,5,6]"), Map.entry("{'d__lte':1e300}", "[1,2,3,4,5,6]")));

    @BeforeAll
    void fill() {
        STORES.forEach((database, store) -> {
            store.create("same_times", TestStore.columns("id INTEGER, t TIME, n INTEGER, d DECIMAL"));
            ObjectNode arguments = object("{\"table\":\"same_times\"}");
            for (int i = 0; i < TIMES.size(); i++) {
                arguments.withArray("/data").addObject().put("id", i + 1).put("t", TIMES.get(i)).put("n", i + 1)
                        .put("d", new java.math.BigDecimal("0." + (i + 1)));
            }
            done("insert", database, arguments.toString());
        });
    }

    @Test
    void filtersOnTimesMeanTheSame() {
        assertSame(BY_TIME);
    }

    @Test
    void filtersOnNumbersMeanTheSame() {
        assertSame(BY_NUMBER);
    }

    private void assertSame(Map<String, String> filters) {
        List<String> wrong = new ArrayList<>();
        filters.forEach((filter, ids) -> STORES.keySet().forEach(database -> {
            JsonNode answer = call("query", database, "{\"table\":\"same_times\",\"order_by\":[\"id\"],\"columns\":[\"id\"],\"filters\":"
                    + filter.replace('\'', '"') + "}");
            List<Integer> found = new ArrayList<>();
            answer.path("data").forEach(row -> found.add(row.get("id").intValue()));
            boolean isFiner = database.equals("sqlite") && filter.contains("000001Z"); // compares milliseconds, as the guide says
            if (isFiner) {
                return;
            }
            if (!answer.get("success").booleanValue() || !found.toString().replace(" ", "").equals(ids)) {
                wrong.add(database + " " + filter + " must be " + ids + ": " + found + answer.path("error"));
            }
        }));
        assertThat(wrong).as("\n" + String.join("\n", wrong)).isEmpty();
    }

    /** The order goes by the moment, and what is shown finds its own row. */
    @Test
    void timesAreSortedAndFoundAsShown() {
        List<String> wrong = new ArrayList<>();
        STORES.keySet().forEach(database -> {
            JsonNode rows = done("query", database, "{\"table\":\"same_times\",\"order_by\":[\"t\"]}").get("data");
            if (!rows.findValuesAsText("id").toString().equals("[3, 6, 1, 2, 5, 4]")) {
                wrong.add(database + " " + rows);
            }
            rows.forEach(row -> {
                ObjectNode arguments = object("{\"table\":\"same_times\",\"filters\":{}}");
                ((ObjectNode) arguments.get("filters")).set("t", row.get("t"));
                JsonNode found = call("query", database, arguments);
                if (found.path("data").size() != 1 || !found.at("/data/0/id").equals(row.get("id"))) {
                    wrong.add(database + " " + row + " " + found);
                }
            });
        });
        assertThat(wrong).as("\n" + String.join("\n", wrong)).isEmpty();
    }
}
