package dev.caravan.database.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import org.junit.jupiter.api.BeforeEach;

/** Holds the table {@code written} of the tests of callers' statements. */
abstract class WrittenTest extends DatabaseTest {

    @BeforeEach
    void tables() {
        run("postgresql", "drop table if exists written",
                "create table written (id int primary key, tags jsonb, r int4range, names text[], ts timestamptz, x numeric, name text)",
                "insert into written values (1, '[\"urgent\"]', '[1,10)', '{a,b}', '2024-01-01 12:00+00', 1, 'alice'), (2, "
                        + "'{\"note\":\"urgent\"}', '[15,20)', '{c}', '2024-02-01 12:00+00', 2, 'bob')");
        run("mysql", "drop table if exists written", "create table written (id int primary key, name varchar(40), at datetime)",
                "insert into written values (1, 'back\\\\slash', now()), (2, 'bob', now() - interval 30 day)");
        run("sqlite", "drop table if exists written", "create table written (id int primary key, name text, at text, j text)",
                "insert into written values (1, 'alice', '2024-03-05', '{\"vip\":1}'), (2, 'bob', '2024-04-05', '{}')");
    }

    final JsonNode rows(String database, String statement) {
        return done("advanced", database, SqlAccountsTest.transaction(statement)).at("/results/0/data");
    }

    final String value(String database, String statement) {
        return rows(database, statement).get(0).elements().next().asText();
    }
}
