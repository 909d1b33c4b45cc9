package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An insert with {@code on} answers the ids of the rows that it inserted in the order of the data, also if rows between them exist and stay
 * as they are.
 */
class UpsertOrderTest extends DatabaseTest {

    static Stream<String> databases() {
        return Stream.of("postgresql", "mysql", "sqlite", "supabase").filter(STORES::containsKey);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void idsFollowTheOrderOfData(String database) {
        String table = "upsert_order_" + database;
        STORES.get(database).create(table, TestStore.columns("id INTEGER, name TEXT"));
        run(database.equals("supabase") ? "postgresql" : database, "create unique index " + table + "_name on " + table + " (name)",
                "insert into " + table + " values (1, 'a')");

        String numbers = "[{\"id\":20,\"name\":\"x\"},{\"id\":3,\"name\":\"y\"},{\"id\":1,\"name\":\"a\"},{\"id\":4,\"name\":\"z\"}]";
        assertThat(inserted(database, table, numbers, "id").toString()).isEqualTo("[20,3,4]");
        String texts = "[{\"id\":7,\"name\":\"c\"},{\"id\":8,\"name\":\"d\"},{\"id\":9,\"name\":\"a\"},{\"id\":6,\"name\":\"b\"}]";
        assertThat(inserted(database, table, texts, "name").toString()).isEqualTo("[7,8,6]");
    }

    @Test
    void valuesThatComeBackInAnotherFormAreCountedOnce() {
        run("postgresql", "drop table if exists upsert_times", "create table upsert_times (id int primary key, t timestamptz unique)",
                "insert into upsert_times values (1, '2026-01-01 00:00:00+00')");

        String times = "[{\"id\":4,\"t\":\"2026-01-04T08:00:00+08:00\"},{\"id\":2,\"t\":\"2026-01-01T08:00:00+08:00\"},{\"id\":3,"
                + "\"t\":\"2026-01-03T00:00:00Z\"}]";
        assertThat(inserted("postgresql", "upsert_times", times, "t")).extracting(JsonNode::intValue)
                .containsExactlyInAnyOrderElementsOf(List.of(3, 4));
    }

    /** The ids of the rows that were inserted, where one row stays as it is. */
    private JsonNode inserted(String database, String table, String data, String on) {
        JsonNode answer = done("insert", database,
                "{\"table\":\"" + table + "\",\"data\":" + data + ",\"on\":[\"" + on + "\"],\"update\":\"nothing\"}");
        assertThat(answer.get("skipped_count").intValue()).as(answer.toString()).isEqualTo(1);
        assertThat(answer.get("inserted_count").intValue()).isEqualTo(answer.get("inserted_ids").size());
        return answer.get("inserted_ids");
    }
}
