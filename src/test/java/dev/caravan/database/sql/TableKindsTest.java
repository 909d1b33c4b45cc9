package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views, partitions, foreign tables, and columns that the database makes, are used as the database allows, and described so. */
@Tag("nightly")
class TableKindsTest extends DatabaseTest {

    @AfterAll
    void drop() {
        run("postgresql", "drop view if exists kinds_view, kinds_some, kinds_sum", "drop server if exists kinds_server cascade");
        run("mysql", "drop view if exists kinds_some, kinds_sum");
        run("sqlite", "drop view if exists kinds_some", "drop view if exists kinds_sum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void viewsTakeWhatTheDatabaseTakes(String database) {
        run(database, "drop view if exists kinds_some", "drop view if exists kinds_sum", "drop table if exists kinds_base",
                "create table kinds_base (id int primary key, v int, w varchar(20))",
                "insert into kinds_base values (1, 5, 'a'), (2, 6, 'b'), (3, 7, 'c')",
                "create view kinds_some as select id, v from kinds_base where v < 7"
                        + (database.equals("sqlite") ? "" : " with check option"),
                "create view kinds_sum as select w, sum(v) as total from kinds_base group by w");

        assertThat(done("query", database, "{\"table\":\"kinds_some\",\"order_by\":[\"-id\"]}").get("data").toString())
                .isEqualTo("[{\"id\":2,\"v\":6},{\"id\":1,\"v\":5}]");
        assertThat(done("query", database, "{\"table\":\"kinds_sum\",\"filters\":{\"total__gt\":5},\"order_by\":[\"w\"]}").get("count")
                .intValue()).isEqualTo(2);
        assertThat(failed("query_error", "query", database, "{\"table\":\"kinds_some\",\"order_by\":[\"id\"],\"after\":\"\"}"))
                .contains("primary key");
        String insert = "{\"table\":\"kinds_some\",\"data\":[{\"id\":4,\"v\":1},{\"id\":5,\"v\":%d}]}";
        if (database.equals("sqlite")) {
            assertThat(failed("query_error", "insert", database, insert.formatted(2))).contains("view");
        } else {
            assertThat(call("insert", database, insert.formatted(9)).at("/error/message").asText()).containsIgnoringCase("check option");
            assertThat(count(database, "kinds_base")).as("nothing half written").isEqualTo(3);
            assertThat(done("insert", database, insert.formatted(2)).get("inserted_count").intValue()).isEqualTo(2);
            assertThat(done("update", database, "{\"table\":\"kinds_some\",\"filters\":{\"id__gte\":3},\"data\":{\"v\":3}}")
                    .get("updated_count").intValue()).as("the row that the view hides stays").isEqualTo(2);
            assertThat(done("delete", database, "{\"table\":\"kinds_some\",\"filters\":{\"id__gte\":3}}").get("deleted_count").intValue())
                    .isEqualTo(2);
        }
        assertThat(call("insert", database, "{\"table\":\"kinds_sum\",\"data\":{\"w\":\"x\"}}").get("success").booleanValue()).isFalse();
        assertThat(count(database, "kinds_base")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void partitionsAreOneTable(String database) {
        boolean postgresql = database.equals("postgresql");
        run(database, "drop table if exists kinds_parts");
        run(database, postgresql ? "create table kinds_parts (id int, y int, v text, primary key (id, y)) partition by range (y)"
                : "create table kinds_parts (id int, y int, v text, primary key (id, y)) partition by range (y) "
                        + "(partition p1 values less than (2025), partition p2 values less than (2026))");
        if (postgresql) {
            run(database, "create table kinds_parts_1 partition of kinds_parts for values from (2024) to (2025)",
                    "create table kinds_parts_2 partition of kinds_parts for values from (2025) to (2026)");
        }
        assertThat(done("insert", database, "{\"table\":\"kinds_parts\",\"data\":[{\"id\":1,\"y\":2024},{\"id\":2,\"y\":2025},"
                + "{\"id\":3,\"y\":2024}]}").get("inserted_ids")).hasSize(3);
        JsonNode refused = call("insert", database, "{\"table\":\"kinds_parts\",\"data\":[{\"id\":4,\"y\":2024},{\"id\":5,\"y\":2030}]}");
        assertThat(refused.at("/error/message").asText()).as(refused.toString()).containsIgnoringCase("partition");
        assertThat(count(database, "kinds_parts")).as("nothing half written").isEqualTo(3);
        assertThat(done("update", database, "{\"table\":\"kinds_parts\",\"filters\":{\"id\":1},\"data\":{\"y\":2025}}")
                .get("updated_count").intValue()).as("into the other partition").isEqualTo(1);
        JsonNode first = done("query", database, "{\"table\":\"kinds_parts\",\"order_by\":[\"-y\"],\"limit\":2,\"after\":\"\"}");
        JsonNode next = done("query", database, "{\"table\":\"kinds_parts\",\"order_by\":[\"-y\"],\"limit\":2,\"after\":\""
                + first.get("next").asText() + "\"}");
        assertThat(first.get("data").findValuesAsText("id")).containsExactly("2", "1");
        assertThat(next.get("data").findValuesAsText("id")).containsExactly("3");
        JsonNode described = done("describe", database, "{\"table\":\"kinds_parts\"}");
        assertThat(described.get("key").toString()).isEqualTo("[\"id\",\"y\"]");
        assertThat(described.get("kind").asText()).isEqualTo("table");
    }

    @Test
    void foreignTablesAreReadAndWritten() {
        String url = server("postgresql").properties().get("caravan.databases.postgresql.url");
        run("postgresql", "create extension if not exists postgres_fdw", "drop server if exists kinds_server cascade",
                "drop table if exists kinds_far", "create table kinds_far (id int primary key, v text not null)",
                "insert into kinds_far values (1, 'a')", url.replaceFirst(".*//([^:/]+):(\\d+)/([^?]+).*",
                        "create server kinds_server foreign data wrapper postgres_fdw options (host '$1', port '$2', dbname '$3')"),
                "create user mapping for current_user server kinds_server options (user 'postgres', password 'postgres')",
                "create foreign table kinds_near (id int, v text) server kinds_server options (table_name 'kinds_far')");

        assertThat(done("query", "postgresql", "{\"table\":\"kinds_near\",\"filters\":{\"v__contains\":\"a\"}}").get("data").toString())
                .isEqualTo("[{\"id\":1,\"v\":\"a\"}]");
        assertThat(call("insert", "postgresql", "{\"table\":\"kinds_near\",\"data\":[{\"id\":2,\"v\":\"b\"},{\"id\":3}]}")
                .at("/error/type").asText()).isEqualTo("integrity_error");
        assertThat(count("postgresql", "kinds_far")).as("nothing half written").isEqualTo(1);
        done("insert", "postgresql", "{\"table\":\"kinds_near\",\"data\":{\"id\":2,\"v\":\"b\"}}");
        done("update", "postgresql", "{\"table\":\"kinds_near\",\"filters\":{\"id\":2},\"data\":{\"v\":\"c\"}}");
        assertThat(count("postgresql", "kinds_far where v = 'c'")).isEqualTo(1);
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"kinds_near\",\"after\":\"\"}")).contains("primary key");
        assertThat(done("describe", "postgresql", "{\"table\":\"kinds_near\"}").get("columns")).hasSize(2);
        run("postgresql", "drop table kinds_far");
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"kinds_near\"}")).contains("kinds_far");
    }

    /** MySQL's triggers give an SQLSTATE of their own, which its driver doesn't know. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql", "sqlite"})
    void theReasonOfATriggerIsTold(String database) {
        run(database, "drop table if exists kinds_stop", "create table kinds_stop (id int primary key)");
        run(database, switch (database) {
            case "mysql" -> "create trigger kinds_full before insert on kinds_stop for each row "
                    + "if new.id > 1 then signal sqlstate '45000' set message_text = 'the shop is full'; end if";
            case "sqlite" -> "create trigger kinds_full before insert on kinds_stop when new.id > 1 "
                    + "begin select raise(abort, 'the shop is full'); end";
            default -> "create or replace function kinds_full() returns trigger language plpgsql as $$ begin if new.id > 1 then "
                    + "raise exception 'the shop is full'; end if; return new; end $$";
        });
        if (database.equals("postgresql")) {
            run(database, "create trigger kinds_full before insert on kinds_stop for each row execute function kinds_full()");
        }
        JsonNode refused = call("insert", database, "{\"table\":\"kinds_stop\",\"data\":[{\"id\":1},{\"id\":2}]}");
        assertThat(refused.at("/error/message").asText()).as(refused.toString()).contains("the shop is full");
        assertThat(refused.at("/error/type").asText()).isIn("query_error", "integrity_error");
        assertThat(count(database, "kinds_stop")).as("nothing half written").isZero();
    }

    private static long count(String database, String from) {
        return ((SqlTestStore) STORES.get(database)).count(from);
    }
}
