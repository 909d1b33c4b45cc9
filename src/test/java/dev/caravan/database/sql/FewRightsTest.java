package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user of few rights gets what the rights allow, as described, and learns nothing of what they don't. */
@Tag("nightly")
class FewRightsTest extends DatabaseTest {

    /** The user of {@code guest} in PostgreSQL, and of {@code mysql_guest} in MariaDB. */
    private static final String USER = "guest";

    @BeforeEach
    void tables() {
        run("postgresql", "do $$ begin create role guest login password 'guest-secret'; exception when duplicate_object then null; end $$");
        run("mysql", "create user if not exists guest@'%' identified by 'guest-secret'");
        for (String database : List.of("postgresql", "mysql")) {
            String to = " to " + (database.equals("mysql") ? "guest@'%'" : "guest");
            run(database, "drop table if exists few_orders", "drop table if exists few_hidden", "drop table if exists few_log",
                    "drop table if exists few_read",
                    "create table few_orders (id int primary key, owner varchar(20), note varchar(20), secret varchar(20))",
                    "insert into few_orders values (1, 'guest', 'a', 'tops3cret'), (2, 'boss', 'b', 'tops3cret'), (3, 'guest', 'c', "
                            + "'tops3cret')",
                    "create table few_hidden (id int primary key, v varchar(20))", "insert into few_hidden values (1, 'tops3cret')",
                    "create table few_log (id int primary key, v varchar(20))", "create table few_read (id int primary key, v varchar(20))",
                    "grant select (id, owner, note), insert (id, owner, note), update (note) on few_orders" + to,
                    "grant delete on few_orders" + to, "grant insert on few_log" + to, "grant select on few_read" + to);
        }
        run("postgresql", "alter table few_orders enable row level security",
                "create policy own on few_orders using (owner = current_user) with check (owner = current_user)");
    }

    static String guest(String database) {
        return database.equals("mysql") ? "mysql_guest" : USER;
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void theDescriptionHasWhatTheUserCanUse(String database) {
        String guest = guest(database);
        JsonNode orders = done("describe", guest, "{\"table\":\"few_orders\"}");
        assertThat(orders.get("columns").findValuesAsText("name")).containsExactly("id", "owner", "note");
        String all = done("describe", guest, "{\"limit\":1000}").toString();
        assertThat(all).contains("few_orders", "few_read", "few_log").doesNotContain("few_hidden", "secret");
        assertThat(call("describe", guest, "{\"table\":\"few_hidden\"}").get("success").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void columnsThatMayNotBeReadTellNothing(String database) {
        String guest = guest(database);
        JsonNode page = done("query", guest, "{\"table\":\"few_orders\",\"order_by\":[\"id\"],\"limit\":1,\"after\":\"\"}");
        assertThat(page.get("data").toString()).isEqualTo("[{\"id\":1,\"owner\":\"guest\",\"note\":\"a\"}]");
        for (String arguments : List.of("\"columns\":[\"secret\"]", "\"filters\":{\"secret\":\"tops3cret\"}",
                "\"filters\":{\"secret__contains\":\"s3c\"}", "\"order_by\":[\"secret\"]",
                "\"order_by\":[\"secret\"],\"after\":\"\"")) {
            refused(call("query", guest, "{\"table\":\"few_orders\"," + arguments + "}"), arguments);
        }
        for (String arguments : List.of("\"group_by\":[\"secret\"]", "\"metrics\":{\"m\":{\"max\":\"secret\"}}",
                "\"metrics\":{\"m\":{\"count_distinct\":\"secret\"}}")) {
            refused(call("aggregate", guest, "{\"table\":\"few_orders\"," + arguments + "}"), arguments);
        }
        for (String statement : List.of("select secret from few_orders", "select max(secret) from few_orders", "select * from few_hidden",
                "select id from few_orders where secret like 't%'", "update few_orders set note = secret where id = 1",
                "insert into few_log select id, v from few_hidden", "update few_orders set secret = 'x' where id = 1",
                "delete from few_read where id = 1")) {
            refused(call("advanced", guest, SqlAccountsTest.transaction(statement)), statement);
        }
        refused(call("delete", guest, "{\"table\":\"few_orders\",\"filters\":{\"secret\":\"tops3cret\"}}"), "delete");
        refused(call("update", guest, "{\"table\":\"few_orders\",\"filters\":{\"id\":1},\"data\":{\"secret\":\"x\"}}"), "update");
        refused(call("update", guest, "{\"table\":\"few_orders\",\"filters\":{\"id\":1},\"data\":{\"owner\":\"x\"}}"), "update");
        refused(call("insert", guest, "{\"table\":\"few_orders\",\"data\":[{\"id\":8,\"owner\":\"guest\"},{\"id\":9,\"secret\":\"x\"}]}"),
                "insert");
        refused(call("query", guest, "{\"table\":\"few_hidden\"}"), "hidden");
        refused(call("insert", guest, "{\"table\":\"few_hidden\",\"data\":{\"id\":9}}"), "hidden");
        assertThat(failed("query_error", "query", guest, "{\"table\":\"few_orders\",\"columns\":[\"secre\"]}")).doesNotContain("secret");
        assertThat(failed("query_error", "query", guest, "{\"table\":\"few_hiden\"}")).doesNotContain("few_hidden");
        assertThat(count(database, "few_orders where secret = 'tops3cret' and note in ('a', 'b', 'c')")).isEqualTo(3);
    }

    @Test
    void rowsOfOthersAreNotThere() {
        assertThat(done("query", USER, "{\"table\":\"few_orders\",\"order_by\":[\"-id\"]}").get("count").intValue()).isEqualTo(2);
        assertThat(done("aggregate", USER, "{\"table\":\"few_orders\",\"group_by\":[\"owner\"]}").get("data")).hasSize(1);
        assertThat(failed("permission_error", "insert", USER, "{\"table\":\"few_orders\",\"data\":[{\"id\":4,\"owner\":\"guest\"},"
                + "{\"id\":5,\"owner\":\"boss\"}]}")).contains("few_orders");
        assertThat(count("postgresql", "few_orders")).as("nothing half written").isEqualTo(3);
        assertThat(done("update", USER, "{\"table\":\"few_orders\",\"filters\":{\"id__gt\":0},\"data\":{\"note\":\"n\"}}")
                .get("updated_count").intValue()).isEqualTo(2);
        assertThat(done("delete", USER, "{\"table\":\"few_orders\",\"filters\":{\"id__gt\":0}}").get("deleted_count").intValue())
                .isEqualTo(2);
        assertThat(count("postgresql", "few_orders where owner = 'boss' and note = 'b'")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void aTableToAddToAloneIsAddedTo(String database) {
        JsonNode added = done("insert", guest(database), "{\"table\":\"few_log\",\"data\":[{\"id\":1,\"v\":\"x\"},{\"id\":2}]}");
        assertThat(added.get("inserted_count").intValue()).isEqualTo(2);
        assertThat(added.get("inserted_ids").toString()).isIn("[1,2]", "[]");
        assertThat(count(database, "few_log")).isEqualTo(2);
        refused(call("query", guest(database), "{\"table\":\"few_log\"}"), "query");
    }

    private static void refused(JsonNode answer, String what) {
        assertThat(answer.at("/error/type").asText()).as(what + answer).isIn("permission_error", "query_error");
        assertThat(answer.toString()).as(what).doesNotContain("tops3cret");
    }

    private static long count(String database, String from) {
        return ((SqlTestStore) STORES.get(database)).count(from);
    }
}
