package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A column whose type has just changed is written by its new type, and a query works at once. */
@Tag("nightly")
class ChangedColumnsTest extends DatabaseTest {

    @Test
    void writesUseTheTypeThatTheColumnHasNow() {
        run("mysql", "drop table if exists changed_type", "create table changed_type (id int primary key, v varbinary(50), w varchar(50))");
        done("insert", "mysql", "{\"table\":\"changed_type\",\"data\":{\"id\":1,\"v\":\"AAEC\"}}");
        run("mysql", "alter table changed_type modify v varchar(50)");
        done("insert", "mysql", "{\"table\":\"changed_type\",\"data\":{\"id\":2,\"v\":\"Gold\"}}");
        assertThat(SqlTestStore.MYSQL.count("changed_type where v = 'Gold'")).isEqualTo(1);
        run("mysql", "alter table changed_type modify v varbinary(50)");
        done("update", "mysql", "{\"table\":\"changed_type\",\"filters\":{\"id\":2},\"data\":{\"v\":\"QmFzZQ==\"}}");
        assertThat(SqlTestStore.MYSQL.count("changed_type where v = 'Base'")).as("base64 now").isEqualTo(1);
        run("mysql", "alter table changed_type modify v varchar(50)");
        done("update", "mysql", "{\"table\":\"changed_type\",\"filters\":{\"id\":1},\"data\":{\"v\":\"Gold\"}}");
        assertThat(SqlTestStore.MYSQL.count("changed_type where v = 'Gold'")).isEqualTo(1);
        run("mysql", "alter table changed_type modify v varbinary(50)");
        assertThat(done("delete", "mysql", "{\"table\":\"changed_type\",\"filters\":{\"v\":\"R29sZA==\"}}").get("deleted_count").intValue())
                .isEqualTo(1);
    }

    @Test
    void everyProductWritesWhatTheCallerGave() {
        for (String[] change : new String[][]{{"postgresql", "timestamptz", "text", "2026-01-02"}, {"postgresql", "jsonb", "text", "Gold"},
            {"postgresql", "bytea", "text", "Gold"}, {"postgresql", "int", "text", "Gold"},
            {"mysql", "json", "varchar(40)", "Gold"}, {"mysql", "datetime", "varchar(40)", "2026-01-02T03:04:05Z"},
            {"sqlite", "json", "text", "Gold"}, {"sqlite", "blob", "text", "Gold"}}) {
            String database = change[0];
            run(database, "drop table if exists changed_kind", "create table changed_kind (id int primary key, v " + change[1] + ")");
            done("insert", database, "{\"table\":\"changed_kind\",\"data\":{\"id\":1}}");
            run(database, "drop table changed_kind", "create table changed_kind (id int primary key, v " + change[2] + ")");
            done("insert", database, "{\"table\":\"changed_kind\",\"data\":{\"id\":2,\"v\":\"" + change[3] + "\"}}");
            assertThat(((SqlTestStore) STORES.get(database)).count("changed_kind where v = '" + change[3] + "'"))
                    .as(String.join(" ", change)).isEqualTo(1);
        }
    }

    @Test
    void queriesWorkAtOnceAfterAChange() {
        for (String[] change : new String[][]{{"int", "text", "Gold"}, {"bytea", "text", "Gold"}, {"text", "int", "5"},
            {"int", "timestamptz", "2026-01-02T00:00:00Z"}}) {
            run("postgresql", "drop table if exists changed_query", "create table changed_query (id int primary key, v " + change[0] + ")");
            done("query", "postgresql", "{\"table\":\"changed_query\"}");
            run("postgresql", "alter table changed_query drop column v", "alter table changed_query add column v " + change[1],
                    "insert into changed_query values (1, '" + change[2] + "')");
            String filter = "{\"table\":\"changed_query\",\"filters\":{\"v\":" + (change[1].equals("int") ? "5" : "\"" + change[2] + "\"")
                    + "}";
            assertThat(done("query", "postgresql", filter + "}").get("count").intValue()).as(String.join(" ", change)).isEqualTo(1);
            done("query", "postgresql", "{\"table\":\"changed_query\"}");
            assertThat(done("aggregate", "postgresql", filter + "}").at("/data/0/count").intValue()).isEqualTo(1);
        }
    }

    @Test
    void preparedStatementsSurviveANewColumn() {
        run("postgresql", "drop table if exists changed_plan", "create table changed_plan (id int primary key)");
        String all = SqlAccountsTest.transaction("select * from changed_plan", "select count(*) from changed_plan");
        for (int i = 0; i < 40; i++) {
            done("advanced", "postgresql", all);
        }
        for (int column = 0; column < 3; column++) {
            run("postgresql", "alter table changed_plan add column c" + column + " int");
            for (int i = 0; i < 15; i++) {
                done("advanced", "postgresql", all);
                done("query", "postgresql", "{\"table\":\"changed_plan\"}");
            }
        }
    }

    @Test
    void preparedStatementsSurviveAnotherType() {
        run("postgresql", "drop table if exists changed_prepared", "create table changed_prepared (id serial primary key, v uuid)");
        String one = "\"2c1b2ad0-4f1e-4a57-9a5a-6f0a5c1f7a01\"";
        for (String type : new String[] {"text", "jsonb", "text"}) {
            for (int i = 0; i < 40; i++) {
                done("insert", "postgresql", "{\"table\":\"changed_prepared\",\"data\":{\"v\":" + one + "}}");
                done("update", "postgresql", "{\"table\":\"changed_prepared\",\"filters\":{\"id\":1},\"data\":{\"v\":" + one + "}}");
                done("query", "postgresql", "{\"table\":\"changed_prepared\",\"filters\":{\"v\":" + one + "}}");
            }
            run("postgresql", "alter table changed_prepared drop column v", "alter table changed_prepared add column v " + type);
        }
    }
}
