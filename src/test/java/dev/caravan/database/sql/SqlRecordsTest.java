package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools insert, find, change and delete rows of PostgreSQL, MariaDB and SQLite. */
class SqlRecordsTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void insertQueryUpdateAndDeleteWork(String database) {
        JsonNode one = done("insert", database,
                "{\"table\":\"people\",\"data\":{\"name\":\"张三\",\"email\":\"%s@e.org\",\"age\":30}}".formatted(database));
        assertThat(one.get("inserted_count").intValue()).isEqualTo(1);
        long id = one.at("/inserted_ids/0").asLong();
        assertThat(id).isPositive();

        JsonNode found = done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":%d}}".formatted(id));
        assertThat(found.get("data").toString())
                .isEqualTo("[{\"id\":%d,\"name\":\"张三\",\"email\":\"%s@e.org\",\"age\":30,\"status\":\"new\"}]".formatted(id, database));
        assertThat(found.get("count").intValue()).isEqualTo(1);
        assertThat(found.get("has_more").booleanValue()).isFalse();

        assertThat(done("update", database,
                "{\"table\":\"people\",\"data\":{\"status\":\"old\",\"age\":null},\"filters\":{\"id\":%d}}".formatted(id))
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":%d},\"columns\":[\"status\",\"age\"]}".formatted(id))
                .get("data").toString())
                .isEqualTo("[{\"status\":\"old\",\"age\":null}]");
        assertThat(done("delete", database, "{\"table\":\"people\",\"filters\":{\"id\":%d}}".formatted(id)).get("deleted_count").intValue())
                .isEqualTo(1);
        assertThat(done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":%d}}".formatted(id)).get("count").intValue())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void bulkInsertReturnsIdsInOrder(String database) {
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i % 2 == 0 ? "{\"name\":\"many %d\",\"age\":%d}".formatted(i, i)
                        : "{\"age\":%d,\"name\":\"many %d\",\"status\":\"odd\"}".formatted(i, i))
                .collect(Collectors.joining(",", "[", "]"));
        JsonNode answer = done("insert", database, "{\"table\":\"people\",\"data\":" + rows + "}");
        assertThat(answer.get("inserted_count").intValue()).isEqualTo(5_000);
        assertThat(answer.get("inserted_ids")).hasSize(5_000);
        long last = answer.at("/inserted_ids/4999").asLong();
        assertThat(done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":%d},\"columns\":[\"name\"]}".formatted(last))
                .get("data").toString()).isEqualTo("[{\"name\":\"many 4999\"}]");

        JsonNode page = done("query", database,
                "{\"table\":\"people\",\"filters\":{\"name__startswith\":\"many \"},\"order_by\":[\"-age\",\"id\"],\"limit\":3,"
                        + "\"offset\":2,\"columns\":[\"age\"]}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"age\":4997},{\"age\":4996},{\"age\":4995}]");
        assertThat(page.get("count").intValue()).isEqualTo(5_000);
        assertThat(page.get("has_more").booleanValue()).isTrue();
        JsonNode beyond = done("query", database, "{\"table\":\"people\",\"filters\":{\"name__startswith\":\"many \"},\"offset\":6000}");
        assertThat(beyond.get("data")).isEmpty();
        assertThat(beyond.get("count").intValue()).isEqualTo(5_000);
        assertThat(beyond.get("has_more").booleanValue()).isFalse();
        assertThat(done("delete", database, "{\"table\":\"people\",\"filters\":{\"name__startswith\":\"many \"}}").get("deleted_count")
                .intValue()).isEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void oneBadRowOfFiveThousandInsertsNone(String database) {
        String rows = IntStream.range(0, 5_000)
                .mapToObj(i -> i == 4_998 ? "{\"name\":null,\"age\":1}" : "{\"name\":\"batch\",\"age\":%d}".formatted(i))
                .collect(Collectors.joining(",", "[", ",{\"name\":\"batch\"}]"));
        assertThat(call("insert", database, "{\"table\":\"people\",\"data\":" + rows + "}").at("/error/message").asText()).contains("5000");
        String fitting = rows.replace(",{\"name\":\"batch\"}]", "]");
        assertThat(failed("integrity_error", "insert", database, "{\"table\":\"people\",\"data\":" + fitting + "}")).contains("name");
        assertThat(done("query", database, "{\"table\":\"people\",\"filters\":{\"name\":\"batch\"}}").get("count").intValue()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void compositeKeysAreObjectsAndTablesWithoutKeyHaveNoIds(String database) {
        assertThat(done("insert", database, "{\"table\":\"pairs\",\"data\":[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\",\"note\":\"n\"}]}")
                .get("inserted_ids").toString())
                .isEqualTo("[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]");
        assertThat(done("insert", database, "{\"table\":\"loose\",\"data\":{\"x\":1}}").get("inserted_ids")).isEmpty();
        done("delete", database, "{\"table\":\"pairs\",\"filters\":{\"a__in\":[1,2]}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void changesWithoutFiltersAreRefused(String database) {
        done("insert", database, "{\"table\":\"people\",\"data\":{\"name\":\"kept\"}}");
        for (String filters : List.of("", ",\"filters\":{}", ",\"filters\":null")) {
            assertThat(failed("permission_error", "update", database, "{\"table\":\"people\",\"data\":{\"name\":\"gone\"}" + filters + "}"))
                    .contains("filters");
            assertThat(failed("permission_error", "delete", database, "{\"table\":\"people\"" + filters + "}")).contains("filters");
        }
        assertThat(done("delete", database, "{\"table\":\"people\",\"filters\":{\"name\":\"kept\"}}").get("deleted_count").intValue())
                .isEqualTo(1);
    }

    @Test
    void tooLargePageIsShortenedAndHasMore() {
        run("postgresql", "drop table if exists wide", "create table wide (id int primary key, v text)",
                "insert into wide select i, repeat('x', 100000) from generate_series(1, 5) i");
        JsonNode first = done("query", "postgresql", "{\"table\":\"wide\",\"order_by\":[\"id\"]}");
        int returned = first.get("data").size();
        assertThat(returned).isBetween(1, 4);
        assertThat(first.get("returned").intValue()).isEqualTo(returned);
        assertThat(first.get("count").intValue()).isEqualTo(5);
        assertThat(first.get("has_more").booleanValue()).isTrue();
        assertThat(done("query", "postgresql", "{\"table\":\"wide\",\"order_by\":[\"id\"],\"offset\":" + returned + "}").at("/data/0/id")
                .intValue()).isEqualTo(returned + 1);
    }
}
