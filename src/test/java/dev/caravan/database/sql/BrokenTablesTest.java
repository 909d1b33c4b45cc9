package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A table or view that the database itself can't use harms no other: the list has all, and its own description says why it can't be used.
 */
@Tag("full")
class BrokenTablesTest extends DatabaseTest {

    @AfterAll
    void mend() {
        run("postgresql", "drop view if exists broken_over", "drop foreign data wrapper if exists broken_wrapper cascade");
        run("mysql", "drop view if exists broken_view");
        run("sqlite", "drop view if exists broken_view");
    }

    @Test
    void aForeignTableWithoutHandlerHarmsNoOtherTable() {
        run("postgresql", "drop view if exists broken_over", "drop foreign data wrapper if exists broken_wrapper cascade",
                "drop view if exists broken_fine", "drop table if exists broken_good", "create table broken_good (id int primary key)",
                "create view broken_fine as select * from broken_good", "create foreign data wrapper broken_wrapper",
                "create server broken_server foreign data wrapper broken_wrapper",
                "create foreign table broken_foreign (id int) server broken_server",
                "create view broken_over as select * from broken_foreign");

        await().untilAsserted(
                () -> assertThat(names("postgresql")).contains("broken_good", "broken_foreign", "broken_over", "broken_fine"));
        assertThat(done("describe", "postgresql", "{\"table\":\"broken_foreign\"}").get("columns")).hasSize(1);
        for (String table : List.of("broken_foreign", "broken_over")) {
            assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"" + table + "\"}")).contains("no handler");
        }
        assertThat(done("describe", "postgresql", "{\"table\":\"broken_good\"}").get("key").toString()).isEqualTo("[\"id\"]");
    }

    @Test
    void aTableThatMayNotBeReadHarmsNoOtherTable() {
        run("postgresql", "drop table if exists broken_secret, broken_open", "create table broken_secret (id int primary key)",
                "create table broken_open (id int primary key)", "revoke all on broken_secret from public",
                "do $$ begin create role guest login password 'guest-secret'; exception when duplicate_object then null; end $$",
                "grant select on broken_open to guest");
        await().untilAsserted(() -> assertThat(names("guest")).contains("broken_open").doesNotContain("broken_secret"));
    }

    @Tag("nightly")
    @Test
    void aBrokenViewHarmsNoOtherTable() {
        for (String database : List.of("mysql", "sqlite")) {
            run(database, "drop view if exists broken_view", "drop table if exists broken_base", "drop table if exists broken_good",
                    "create table broken_good (id int primary key)", "create table broken_base (id int, v int)",
                    "create view broken_view as select v from broken_base", "drop table broken_base");
            await().untilAsserted(() -> assertThat(names(database)).contains("broken_good", "broken_view"));
            JsonNode broken = call("describe", database, "{\"table\":\"broken_view\"}");
            assertThat(broken.toString()).as(database).containsAnyOf("broken_base", "broken_view' references invalid");
            done("describe", database, "{\"table\":\"broken_good\"}");

            run(database, "create table broken_base (id int)");
            assertThat(names(database)).as("a dropped column").contains("broken_good");
            done("describe", database, "{\"table\":\"broken_good\"}");
            failed("query_error", "query", database, "{\"table\":\"broken_view\"}");
        }
    }

    @Test
    void aVirtualTableOfAMissingModuleHarmsNoOtherTable() {
        run("sqlite", "drop table if exists broken_good", "create table broken_good (id int primary key)", "pragma writable_schema = on",
                "insert into sqlite_master (type, name, tbl_name, rootpage, sql) values ('table', 'broken_virtual', 'broken_virtual', 0, "
                        + "'create virtual table broken_virtual using no_such_module(a)')",
                "pragma writable_schema = off");
        try {
            await().untilAsserted(() -> assertThat(names("sqlite")).contains("broken_good", "broken_virtual"));
            assertThat(call("describe", "sqlite", "{\"table\":\"broken_virtual\"}").toString()).contains("no_such_module");
            done("describe", "sqlite", "{\"table\":\"broken_good\"}");
        } finally {
            run("sqlite", "pragma writable_schema = on", "delete from sqlite_master where name = 'broken_virtual'",
                    "pragma writable_schema = off");
        }
    }

    private List<String> names(String database) {
        return tables(database).findValuesAsText("table");
    }

    private JsonNode tables(String database) {
        return done("describe", database, "{\"search\":\"broken\",\"limit\":100}").get("tables");
    }
}
