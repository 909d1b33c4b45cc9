package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An insert with {@code on} in SQL: any unique key of whole columns will do, and a row that another key has is never changed. */
class SqlUpsertTest extends SqlTest {

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "mysql_plain", "sqlite"})
    void aUniqueKeyBesideThePrimaryKey(String database) {
        run(store(database), "delete from people", "insert into people (id, name, email, age) values (5, 'Ada', 'ada@x', 1)");

        JsonNode answer = done("insert", database,
                "{\"table\":\"people\",\"data\":[{\"id\":902,\"name\":\"Bob\",\"email\":\"bob@x\"},{\"id\":901,\"name\":\"Ada L.\","
                        + "\"email\":\"ada@x\"},"
                + "{\"name\":\"Eve\",\"email\":\"abe@x\"}],\"on\":[\"email\"]}");

        assertThat(answer.get("inserted_count").intValue()).as(answer.toString()).isEqualTo(2);
        assertThat(answer.get("updated_count").intValue()).isEqualTo(1);
        assertThat(answer.get("inserted_ids")).hasSize(2);
        assertThat(answer.at("/inserted_ids/0").intValue()).isEqualTo(902);
        JsonNode eve = done("query", database, "{\"table\":\"people\",\"filters\":{\"id\":" + answer.at("/inserted_ids/1") + "}}")
                .at("/data/0");
        assertThat(eve.get("name").asText()).isEqualTo("Eve");
        JsonNode ada = done("query", database, "{\"table\":\"people\",\"filters\":{\"email\":\"ada@x\"}}").at("/data/0");
        assertThat(ada.get("name").asText()).isEqualTo("Ada L.");
        assertThat(ada.get("age").intValue()).isEqualTo(1);
        assertThat(ada.get("id").intValue()).as("a primary key that is not on stays").isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void aRowThatAnotherKeyHasIsNotChanged(String database) {
        run(database, "delete from people", "insert into people (id, name, email) values (1, 'Ada', 'ada@x'), (2, 'Bob', 'bob@x')");
        for (String update : new String[] {"", ",\"update\":\"nothing\""}) {
            failed("integrity_error", "insert", database,
                    "{\"table\":\"people\",\"data\":[{\"id\":3,\"name\":\"new\",\"email\":\"new@x\"},{\"id\":1,\"name\":\"other\","
                            + "\"email\":\"bob2@x\"}],"
                    + "\"on\":[\"email\"]" + update + "}");
        }
        JsonNode rows = done("query", database, "{\"table\":\"people\",\"order_by\":[\"id\"]}").get("data");
        assertThat(rows.findValuesAsText("name")).as("nothing was written").containsExactly("Ada", "Bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void aKeyOfSeveralColumnsAndNamesInOtherCase(String database) {
        run(database, "delete from pairs", "insert into pairs values (1, 'x', 'old')");
        String b = database.equals("postgresql") ? "b" : "B";

        JsonNode answer = done("insert", database, "{\"table\":\"pairs\",\"data\":[{\"a\":1,\"" + b
                + "\":\"x\",\"note\":\"new\"},{\"a\":1,\"b\":\"y\",\"note\":\"y\"}],\"on\":[\"b\",\"a\"]}");

        assertThat(answer.toString())
                .contains("\"inserted_count\":1,\"updated_count\":1,\"skipped_count\":0,\"inserted_ids\":[{\"a\":1,\"b\":\"y\"}]");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"pairs\",\"data\":{\"a\":1,\"b\":\"x\"},\"on\":[\"a\"]}"))
                .isEqualTo("pairs has no unique key with just the columns a; on must be one of: [a, b]");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"loose\",\"data\":{\"x\":1},\"on\":[\"x\"]}"))
                .startsWith("loose has no unique key");
        assertThat(failed("query_error", "insert", database, "{\"table\":\"pairs\",\"data\":{\"a\":1,\"b\":\"x\"},\"on\":[\"c\"]}"))
                .contains("has no column c");
    }

    @Test
    void indexesThatDoNotCoverAllRowsAndWholeValuesDoNotCount() {
        run("postgresql", "drop table if exists half_unique", "create table half_unique (id int primary key, a int, s varchar(50), t text)",
                "create unique index on half_unique (a) where s is null", "create unique index on half_unique (lower(s))",
                "create unique index on half_unique (t) include (s)");
        run("mysql", "drop table if exists half_unique",
                "create table half_unique (id int primary key, a int, s varchar(50), t varchar(50), unique (s(5)), unique (t))");
        run("sqlite", "drop table if exists half_unique",
                "create table half_unique (id integer primary key, a int, s varchar(50), t text unique)",
                "create unique index half_a on half_unique (a) where s is null", "create unique index half_s on half_unique (lower(s))");
        for (String database : new String[] {"postgresql", "mysql", "sqlite"}) {
            for (String column : new String[] {"a", "s"}) {
                assertThat(failed("query_error", "insert", database,
                        "{\"table\":\"half_unique\",\"data\":{\"id\":1,\"a\":1,\"s\":\"1\"},\"on\":[\"" + column + "\"]}")).as(database)
                        .endsWith("on must be one of: [id], [t]");
            }
            done("insert", database, "{\"table\":\"half_unique\",\"data\":{\"id\":1,\"t\":\"1\"},\"on\":[\"t\"]}");
        }
    }

    @Test
    void aPartitionedTableOfPostgresql() {
        run("postgresql", "drop table if exists parted", "create table parted (id int primary key, n int) partition by range (id)",
                "create table parted_low partition of parted for values from (0) to (100)", "insert into parted values (1, 1)");

        String rows = "{\"table\":\"parted\",\"data\":[{\"id\":1,\"n\":5},{\"id\":2,\"n\":2},{\"id\":3}],\"on\":[\"id\"]";
        assertThat(done("insert", "postgresql", rows + "}").toString())
                .contains("\"inserted_count\":2,\"updated_count\":1,\"skipped_count\":0,\"inserted_ids\":[2,3]");
        assertThat(done("insert", "postgresql", rows + ",\"update\":\"nothing\"}").toString())
                .contains("\"inserted_count\":0,\"updated_count\":0,\"skipped_count\":3,\"inserted_ids\":[]");
    }

    private static String store(String database) {
        return database.replace("_plain", "");
    }
}
