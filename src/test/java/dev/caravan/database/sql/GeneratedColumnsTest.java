package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that the database makes are read and filtered like others, and a write that gives them a value changes nothing. */
@Tag("nightly")
class GeneratedColumnsTest extends DatabaseTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void areReadAndNeverWritten(String database) {
        String key = database.equals("postgresql") ? "int generated always as identity" : database.equals("mysql") ? "int auto_increment"
                : "integer";
        run(database, "drop table if exists kinds_made", "create table kinds_made (id " + key + " primary key, a int not null, "
                + "twice int generated always as (a * 2) stored, b varchar(20) default 'x')");

        assertThat(done("insert", database, "{\"table\":\"kinds_made\",\"data\":[{\"a\":1},{\"a\":2,\"b\":null}]}").get("inserted_ids")
                .toString()).isEqualTo("[1,2]");
        assertThat(done("query", database, "{\"table\":\"kinds_made\",\"filters\":{\"twice\":4},\"order_by\":[\"-twice\"]}").at("/data/0")
                .toString()).isEqualTo("{\"id\":2,\"a\":2,\"twice\":4,\"b\":null}");
        JsonNode made = column(database, "twice");
        assertThat(made.path("generated").booleanValue()).as(made.toString()).isTrue();
        assertThat(failed("query_error", "insert", database, "{\"table\":\"kinds_made\",\"data\":[{\"a\":5},{\"a\":3,\"twice\":7}]}"))
                .contains("twice");
        assertThat(failed("query_error", "update", database, "{\"table\":\"kinds_made\",\"filters\":{\"id\":1},\"data\":{\"twice\":7}}"))
                .contains("twice");
        if (database.equals("postgresql")) {
            assertThat(failed("query_error", "insert", database, "{\"table\":\"kinds_made\",\"data\":{\"id\":50,\"a\":1}}")).contains("id");
        }
        assertThat(count(database, "kinds_made where a in (1, 2)")).as("nothing half written").isEqualTo(2);
        assertThat(done("update", database, "{\"table\":\"kinds_made\",\"filters\":{\"twice__lt\":4},\"data\":{\"a\":10}}")
                .get("updated_count").intValue()).isEqualTo(1);
        assertThat(count(database, "kinds_made where twice = 20")).isEqualTo(1);
    }

    private JsonNode column(String database, String name) {
        for (JsonNode column : done("describe", database, "{\"table\":\"kinds_made\"}").get("columns")) {
            if (column.get("name").asText().equals(name)) {
                return column;
            }
        }
        throw new AssertionError(name);
    }

    private static long count(String database, String from) {
        return ((SqlTestStore) STORES.get(database)).count(from);
    }
}
