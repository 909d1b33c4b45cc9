package dev.caravan.database.supabase;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tools insert, find, change and delete rows of a Supabase database. */
class SupabaseRecordsTest extends SupabaseTest {

    @Test
    void insertQueryUpdateAndDeleteWork() {
        JsonNode one = done("insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"张三\",\"email\":\"z@e.org\",\"age\":30}}");
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        long id = one.at("/inserted_ids/0").asLong();
        assertThat(id).isPositive();

        JsonNode found = done("query", "{\"table\":\"supa_people\",\"filters\":{\"id\":%d}}".formatted(id));
        assertThat(found.get("data").toString())
                .isEqualTo("[{\"id\":%d,\"name\":\"张三\",\"email\":\"z@e.org\",\"age\":30,\"status\":\"new\"}]".formatted(id));
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();
        assertThat(done("query", "{\"table\":\"supa_people\",\"filters\":{\"name__startswith\":\"张\"},\"columns\":[\"email\"]}").get("data")
                .toString()).isEqualTo("[{\"email\":\"z@e.org\"}]");

        assertThat(
                done("update", "{\"table\":\"supa_people\",\"data\":{\"status\":\"旧\",\"age\":null},\"filters\":{\"id\":%d}}".formatted(id))
                        .get("updated_count").intValue())
                .isEqualTo(1);
        assertThat(done("query", "{\"table\":\"supa_people\",\"filters\":{\"id\":%d},\"columns\":[\"status\",\"age\"]}".formatted(id))
                .get("data").toString())
                .isEqualTo("[{\"status\":\"旧\",\"age\":null}]");
        assertThat(done("delete", "{\"table\":\"supa_people\",\"filters\":{\"id\":%d}}".formatted(id)).get("deleted_count").intValue())
                .isEqualTo(1);
        assertThat(done("query", "{\"table\":\"supa_people\",\"filters\":{\"id\":%d}}".formatted(id)).get("count").intValue()).isZero();
    }

    @Test
    void bulkInsertReturnsIdsInOrder() {
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i % 2 == 0 ? "{\"name\":\"many %d\",\"age\":%d}".formatted(i, i)
                        : "{\"age\":%d,\"name\":\"many %d\",\"status\":\"odd\"}".formatted(i, i))
                .collect(Collectors.joining(",", "[", "]"));
        JsonNode answer = done("insert", "{\"table\":\"supa_people\",\"data\":" + rows + "}");
        assertThat(answer.get("inserted_count").intValue()).isEqualTo(5_000);
        assertThat(answer.get("inserted_ids")).hasSize(5_000);
        for (int i : new int[] {0, 1, 2_500, 4_999}) {
            assertThat(done("query",
                    "{\"table\":\"supa_people\",\"filters\":{\"id\":%d},\"columns\":[\"name\",\"status\"]}"
                            .formatted(answer.at("/inserted_ids/" + i).asLong()))
                    .get("data").toString())
                    .isEqualTo("[{\"name\":\"many %d\",\"status\":\"%s\"}]".formatted(i, i % 2 == 0 ? "new" : "odd"));
        }

        JsonNode page = done("query",
                "{\"table\":\"supa_people\",\"filters\":{\"name__startswith\":\"many \"},\"order_by\":[\"-age\",\"id\"],\"limit\":3,"
                        + "\"offset\":2,\"columns\":[\"age\"]}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"age\":4997},{\"age\":4996},{\"age\":4995}]");
        assertThat(page.get("count").intValue()).isEqualTo(5_000);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        JsonNode full = done("query",
                "{\"table\":\"supa_people\",\"filters\":{\"name__startswith\":\"many \"},\"limit\":1000,\"offset\":4000,"
                        + "\"columns\":[\"id\"]}");
        assertThat(full.get("data")).hasSize(1_000);
        assertThat(full.get("has_more").booleanValue()).isFalse();
        JsonNode beyond = done("query", "{\"table\":\"supa_people\",\"filters\":{\"name__startswith\":\"many \"},\"offset\":6000}");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("count").intValue()).isEqualTo(5_000);
        assertThat(beyond.get("has_more").booleanValue()).isFalse();
        assertThat(
                done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name__startswith\":\"many \"}}").get("deleted_count").intValue())
                .isEqualTo(5_000);
    }

    @Test
    void oneBadRowOfFiveThousandInsertsNone() {
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i == 4_998 ? "{\"name\":null,\"age\":1}" : "{\"name\":\"batch\",\"age\":%d}".formatted(i))
                .collect(Collectors.joining(",", "[", "]"));
        assertThat(failed("query_error", "insert",
                "{\"table\":\"supa_people\",\"data\":" + rows.replaceFirst("]$", ",{\"name\":\"batch\"}]") + "}")).contains("5000");
        assertThat(failed("integrity_error", "insert", "{\"table\":\"supa_people\",\"data\":" + rows + "}")).contains("name");
        assertThat(failed("query_error", "insert", "{\"table\":\"supa_people\",\"data\":"
                + rows.replace("{\"name\":null,\"age\":1}", "{\"name\":\"batch\",\"age\":\"old\"}") + "}")).contains("old");
        assertThat(done("query", "{\"table\":\"supa_people\",\"filters\":{\"name\":\"batch\"}}").get("count").intValue()).isZero();
    }

    @Test
    void compositeKeysAreObjectsAndTablesWithoutKeyHaveNoIds() {
        assertThat(done("insert", "{\"table\":\"supa_pairs\",\"data\":[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\",\"note\":\"n\"}]}")
                .get("inserted_ids").toString())
                .isEqualTo("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]");
        JsonNode loose = done("insert", "{\"table\":\"supa_loose\",\"data\":[{\"x\":1},{}]}");
        assertThat(loose.get("inserted_ids")).isEmpty();
        assertThat(loose.get("inserted_count").intValue()).isEqualTo(2);
        assertThat(done("delete", "{\"table\":\"supa_pairs\",\"filters\":{\"a__in\":[1,2]}}").get("deleted_count").intValue()).isEqualTo(2);
    }

    @Test
    void missingColumnsGetTheirDefaults() {
        STORE.run("supa_defaults", Set.of("id", "n", "s"), "drop table if exists supa_defaults",
                "create table supa_defaults (id int generated always as identity primary key, n int default 7, s text default 'd')");
        assertThat(done("insert", "{\"table\":\"supa_defaults\",\"data\":[{},{}]}").get("inserted_ids").toString()).isEqualTo("[1,2]");
        assertThat(done("insert", "{\"table\":\"supa_defaults\",\"data\":[{\"n\":1},{\"s\":\"x\"},{\"s\":null,\"n\":2},{}]}")
                .get("inserted_ids").toString()).isEqualTo("[3,4,5,6]");
        assertThat(done("query", "{\"table\":\"supa_defaults\",\"order_by\":[\"id\"],\"filters\":{\"id__gte\":2}}").get("data").toString())
                .isEqualTo(
                        "[{\"id\":2,\"n\":7,\"s\":\"d\"},{\"id\":3,\"n\":1,\"s\":\"d\"},{\"id\":4,\"n\":7,\"s\":\"x\"},{\"id\":5,\"n\":2,"
                                + "\"s\":null},{\"id\":6,\"n\":7,\"s\":\"d\"}]");
    }

    @Test
    void changesWithoutFiltersAreRefused() {
        done("insert", "{\"table\":\"supa_people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", "{\"table\":\"supa_people\",\"data\":{\"name\":\"gone\"}" + filters + "}"))
                    .contains("filters");
            assertThat(failed("permission_error", "delete", "{\"table\":\"supa_people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name__in\":[]}}").get("deleted_count").intValue()).isZero();
        assertThat(done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name\":\"kept\",\"age__not_in\":[]}}").get("deleted_count")
                .intValue()).isEqualTo(1);
    }

    @Test
    void nullsAreSortedAsInPostgresql() {
        done("insert",
                "{\"table\":\"supa_people\",\"data\":[{\"name\":\"sorted\",\"age\":1},{\"name\":\"sorted\"},{\"name\":\"sorted\","
                        + "\"age\":2}]}");
        String query = "{\"table\":\"supa_people\",\"filters\":{\"name\":\"sorted\"},\"columns\":[\"age\"],\"order_by\":[\"%s\"]}";
        assertThat(done("query", query.formatted("age")).get("data").toString()).isEqualTo("[{\"age\":1},{\"age\":2},{\"age\":null}]");
        assertThat(done("query", query.formatted("-age")).get("data").toString()).isEqualTo("[{\"age\":null},{\"age\":2},{\"age\":1}]");
        done("delete", "{\"table\":\"supa_people\",\"filters\":{\"name\":\"sorted\"}}");
    }
}
